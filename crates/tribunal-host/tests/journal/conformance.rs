//! Both journals pass the suite.

mod memory {
    use tribunal_host::journal::{Journal, MemoryJournal, Probe};

    fn with(probe: Probe, case: &dyn Fn(&dyn Journal)) {
        case(&MemoryJournal::with_probe(probe));
    }

    tribunal_testkit::journal_conformance!(with);
}

mod sqlite {
    use tribunal_host::journal::{Journal, Probe, SqliteJournal, Terms};
    use tribunal_testkit::Scratch;

    fn with(probe: Probe, case: &dyn Fn(&dyn Journal)) {
        let scratch = Scratch::new();
        let terms = Terms { probe, ..Terms::default() };
        case(&SqliteJournal::open_with(&scratch.join("journal.db"), terms).unwrap());
    }

    tribunal_testkit::journal_conformance!(with);
}
