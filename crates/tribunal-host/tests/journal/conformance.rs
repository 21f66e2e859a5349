//! Every journal passes the suite.

mod memory {
    use tribunal_host::journal::{Journal, MemoryJournal, Probe};

    fn with(probe: Probe, case: &dyn Fn(&dyn Journal)) {
        case(&MemoryJournal::with_probe(probe));
    }

    tribunal_testkit::journal_conformance!(with);
}
