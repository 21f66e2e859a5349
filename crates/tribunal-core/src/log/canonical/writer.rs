//! Writes canonical JSON straight from a value, without a tree in between. A log is written again, line by line, to
//! prove that it reads as it was written, so this is most of the cost of reading one.

use std::borrow::Cow;
use std::fmt::Display;

use serde::ser::{
    Error as _, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant,
    SerializeTuple, SerializeTupleStruct, SerializeTupleVariant, Serializer,
};
use serde_json::{Error, Value};

/// Appends one value.
pub(super) struct Writer<'a>(pub(super) &'a mut Vec<u8>);

impl<'a> Writer<'a> {
    fn plain(self, value: impl Display) -> Result<(), Error> {
        use std::io::Write as _;
        write!(self.0, "{value}").map_err(Error::custom)
    }

    fn list(self, end: &'static str) -> List<'a> {
        self.0.push(b'[');
        List { out: self.0, first: true, end }
    }

    fn members(self, end: &'static str) -> Members<'a> {
        self.0.push(b'{');
        let start = self.0.len();
        Members { out: self.0, start, ends: Vec::new(), keys: Vec::new(), end }
    }

    /// `{"variant":`, to be closed by whoever writes what follows.
    fn variant(self, variant: &str) -> Result<Self, Error> {
        self.0.push(b'{');
        text(self.0, variant)?;
        self.0.push(b':');
        Ok(self)
    }
}

fn text(out: &mut Vec<u8>, text: &str) -> Result<(), Error> {
    serde_json::to_writer(out, text)
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
        self.plain("null")
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Error> {
        self.plain("null")
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Error> {
        self.plain("null")
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
        writer.0.push(b'}');
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
    out: &'a mut Vec<u8>,
    first: bool,
    end: &'static str,
}

impl List<'_> {
    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        if !std::mem::take(&mut self.first) {
            self.out.push(b',');
        }
        value.serialize(Writer(self.out))
    }

    fn finish(self) -> Result<(), Error> {
        self.out.extend_from_slice(self.end.as_bytes());
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
    out: &'a mut Vec<u8>,
    start: usize,
    keys: Vec<Cow<'static, str>>,
    /// Where each member ends in `out`.
    ends: Vec<usize>,
    end: &'static str,
}

impl Members<'_> {
    fn key(&mut self, key: Cow<'static, str>) -> Result<(), Error> {
        text(self.out, &key)?;
        self.out.push(b':');
        self.keys.push(key);
        Ok(())
    }

    fn value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        value.serialize(Writer(self.out))?;
        // Every member carries its comma; the last one loses it.
        self.out.push(b',');
        self.ends.push(self.out.len());
        Ok(())
    }

    fn finish(self) -> Result<(), Error> {
        if !self.keys.is_sorted() {
            let mut order: Vec<usize> = (0..self.keys.len()).collect();
            order.sort_by_key(|at| &self.keys[*at]);
            let start = |at: usize| if at == 0 { self.start } else { self.ends[at - 1] };
            let members = order.iter().flat_map(|at| self.out[start(*at)..self.ends[*at]].iter().copied());
            let sorted: Vec<u8> = members.collect();
            self.out.truncate(self.start);
            self.out.extend_from_slice(&sorted);
        }
        if !self.keys.is_empty() {
            self.out.pop();
        }
        self.out.extend_from_slice(self.end.as_bytes());
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
