//! Writes canonical JSON straight from a value, without a tree in between. A log is written again, line by line, to
//! prove that it reads as it was written, so this is most of the cost of reading one.

use std::borrow::Cow;

use serde::ser::{
    Error as _, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant,
    SerializeTuple, SerializeTupleStruct, SerializeTupleVariant, Serializer,
};
use serde_json::{Error, Value};

/// What is written, and room for putting members in order, which all objects share.
pub(super) struct Out {
    /// The text so far.
    pub(super) bytes: Vec<u8>,
    /// The members of the objects that are being written, the innermost last: key, beginning and end in `bytes`.
    members: Vec<(Cow<'static, str>, usize, usize)>,
    /// Members in order, until they are put back.
    sorted: Vec<u8>,
}

impl Out {
    /// To go on behind this text.
    pub(super) fn behind(bytes: Vec<u8>) -> Self {
        Self { bytes, members: Vec::new(), sorted: Vec::new() }
    }
}

/// Appends one value.
pub(super) struct Writer<'a>(pub(super) &'a mut Out);

impl<'a> Writer<'a> {
    /// A number, or anything else that serde_json writes in only one way.
    fn plain(self, value: impl Serialize) -> Result<(), Error> {
        serde_json::to_writer(&mut self.0.bytes, &value)
    }

    fn list(self, end: &'static str) -> List<'a> {
        self.0.bytes.push(b'[');
        List { out: self.0, first: true, end }
    }

    fn members(self, end: &'static str) -> Members<'a> {
        self.0.bytes.push(b'{');
        let (start, first) = (self.0.bytes.len(), self.0.members.len());
        Members { out: self.0, start, first, end }
    }

    /// `{"variant":`, to be closed by whoever writes what follows.
    fn variant(self, variant: &str) -> Result<Self, Error> {
        self.0.bytes.push(b'{');
        text(self.0, variant)?;
        self.0.bytes.push(b':');
        Ok(self)
    }
}

fn text(out: &mut Out, text: &str) -> Result<(), Error> {
    serde_json::to_writer(&mut out.bytes, text)
}

impl<'a> Serializer for Writer<'a> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = List<'a>;
    type SerializeTuple = List<'a>;
    type SerializeTupleStruct = List<'a>;
    type SerializeTupleVariant = List<'a>;
    type SerializeMap = Members<'a>;
    type SerializeStruct = Members<'a>;
    type SerializeStructVariant = Members<'a>;

    fn serialize_bool(self, v: bool) -> Result<(), Error> {
        self.plain(v)
    }

    fn serialize_i8(self, v: i8) -> Result<(), Error> {
        self.plain(v)
    }

    fn serialize_i16(self, v: i16) -> Result<(), Error> {
        self.plain(v)
    }

    fn serialize_i32(self, v: i32) -> Result<(), Error> {
        self.plain(v)
    }

    fn serialize_i64(self, v: i64) -> Result<(), Error> {
        self.plain(v)
    }

    fn serialize_u8(self, v: u8) -> Result<(), Error> {
        self.plain(v)
    }

    fn serialize_u16(self, v: u16) -> Result<(), Error> {
        self.plain(v)
    }

    fn serialize_u32(self, v: u32) -> Result<(), Error> {
        self.plain(v)
    }

    fn serialize_u64(self, v: u64) -> Result<(), Error> {
        self.plain(v)
    }

    fn serialize_f32(self, _: f32) -> Result<(), Error> {
        Err(Error::custom("a floating-point number has no canonical form here"))
    }

    fn serialize_f64(self, _: f64) -> Result<(), Error> {
        Err(Error::custom("a floating-point number has no canonical form here"))
    }

    fn serialize_char(self, v: char) -> Result<(), Error> {
        text(self.0, v.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, v: &str) -> Result<(), Error> {
        text(self.0, v)
    }

    fn serialize_bytes(self, v: &[u8]) -> Result<(), Error> {
        v.serialize(self)
    }

    fn serialize_none(self) -> Result<(), Error> {
        self.plain(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Error> {
        self.plain(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Error> {
        self.plain(())
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), Error> {
        text(self.0, variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        let writer = self.variant(variant)?;
        value.serialize(Writer(&mut *writer.0))?;
        writer.0.bytes.push(b'}');
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<List<'a>, Error> {
        Ok(self.list("]"))
    }

    fn serialize_tuple(self, _: usize) -> Result<List<'a>, Error> {
        Ok(self.list("]"))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<List<'a>, Error> {
        Ok(self.list("]"))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<List<'a>, Error> {
        Ok(self.variant(variant)?.list("]}"))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Members<'a>, Error> {
        Ok(self.members("}"))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Members<'a>, Error> {
        Ok(self.members("}"))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Members<'a>, Error> {
        Ok(self.variant(variant)?.members("}}"))
    }
}

/// An array that is being written.
pub(super) struct List<'a> {
    out: &'a mut Out,
    first: bool,
    end: &'static str,
}

impl List<'_> {
    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        if !std::mem::take(&mut self.first) {
            self.out.bytes.push(b',');
        }
        value.serialize(Writer(self.out))
    }

    fn finish(self) -> Result<(), Error> {
        self.out.bytes.extend_from_slice(self.end.as_bytes());
        Ok(())
    }
}

impl SerializeSeq for List<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.item(value)
    }

    fn end(self) -> Result<(), Error> {
        self.finish()
    }
}

impl SerializeTuple for List<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.item(value)
    }

    fn end(self) -> Result<(), Error> {
        self.finish()
    }
}

impl SerializeTupleStruct for List<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.item(value)
    }

    fn end(self) -> Result<(), Error> {
        self.finish()
    }
}

impl SerializeTupleVariant for List<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.item(value)
    }

    fn end(self) -> Result<(), Error> {
        self.finish()
    }
}

/// An object that is being written: its members as they come, one after the other, put in order at the end. Sorted
/// here and not by the map: another crate in the build may switch on insertion order.
pub(super) struct Members<'a> {
    out: &'a mut Out,
    /// Where the first member begins in the text, and which it is of all that are being written.
    start: usize,
    first: usize,
    end: &'static str,
}

impl Members<'_> {
    fn key(&mut self, key: Cow<'static, str>) -> Result<(), Error> {
        let start = self.out.bytes.len();
        text(self.out, &key)?;
        self.out.bytes.push(b':');
        self.out.members.push((key, start, start));
        Ok(())
    }

    fn value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        value.serialize(Writer(self.out))?;
        // Every member carries its comma; the last one loses it.
        self.out.bytes.push(b',');
        if let Some((_, _, end)) = self.out.members.last_mut() {
            *end = self.out.bytes.len();
        }
        Ok(())
    }

    fn finish(self) -> Result<(), Error> {
        let Out { bytes, members, sorted } = self.out;
        let own = &mut members[self.first..];
        if !own.is_sorted_by(|one, next| one.0 <= next.0) {
            own.sort_by(|one, next| one.0.cmp(&next.0));
            sorted.clear();
            own.iter().for_each(|(_, start, end)| sorted.extend_from_slice(&bytes[*start..*end]));
            bytes.truncate(self.start);
            bytes.extend_from_slice(sorted);
        }
        if !own.is_empty() {
            bytes.pop();
        }
        members.truncate(self.first);
        bytes.extend_from_slice(self.end.as_bytes());
        Ok(())
    }
}

impl SerializeMap for Members<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        match serde_json::to_value(key)? {
            Value::String(key) => self.key(Cow::Owned(key)),
            Value::Number(key) => self.key(Cow::Owned(key.to_string())),
            Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => {
                Err(Error::custom("a key must be a text or a number"))
            }
        }
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.value(value)
    }

    fn end(self) -> Result<(), Error> {
        self.finish()
    }
}

impl SerializeStruct for Members<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Error> {
        self.key(Cow::Borrowed(key))?;
        self.value(value)
    }

    fn end(self) -> Result<(), Error> {
        self.finish()
    }
}

impl SerializeStructVariant for Members<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Error> {
        self.key(Cow::Borrowed(key))?;
        self.value(value)
    }

    fn end(self) -> Result<(), Error> {
        self.finish()
    }
}
