//! Where a path is mounted.

use super::*;

const MOUNTS: &str = "\
22 27 0:21 / /proc rw,relatime - proc proc rw
27 1 254:0 / / rw,relatime - ext4 /dev/vda rw
40 27 0:50 / /net rw,relatime shared:7 master:1 - nfs4 server:/export rw
41 40 254:1 / /net/disk rw,relatime - xfs /dev/vdb rw
42 27 0:51 / /a\\040b rw,relatime - fuse.sshfs me@there: rw
43 27 254:2 / /over rw,relatime - ext4 /dev/vdc rw
44 27 0:52 / /over rw,relatime - cifs //server/share rw
";

#[test]
fn the_deepest_and_last_mount_says_where_a_path_is() {
    let on = |path: &str| filesystem(MOUNTS, Path::new(path)).unwrap();
    assert_eq!(on("/var/journal.db"), "ext4");
    assert_eq!(on("/net/journal.db"), "nfs4");
    assert_eq!(on("/network/journal.db"), "ext4");
    assert_eq!(on("/net/disk/journal.db"), "xfs");
    assert_eq!(on("/a b/journal.db"), "fuse.sshfs");
    assert_eq!(on("/over/journal.db"), "cifs");
    assert_eq!(filesystem("", Path::new("/x")), None);
    assert_eq!(filesystem("what is this", Path::new("/x")), None);
}

#[test]
fn a_file_on_another_machine_is_refused() {
    for (path, kind) in
        [("/net/journal.db", "nfs4"), ("/a b/journal.db", "fuse.sshfs"), ("/over/j.db", "cifs")]
    {
        let (path, kind) = (PathBuf::from(path), kind.to_owned());
        assert_eq!(local(MOUNTS, &path), Err(OpenError::Network { path: path.clone(), kind }));
    }
    assert_eq!(local(MOUNTS, Path::new("/net/disk/journal.db")), Ok(()));
    assert_eq!(local("", Path::new("/x")), Ok(()));
}

#[test]
fn this_machine_has_mounts_that_can_be_read() {
    let mounts = fs::read_to_string("/proc/self/mountinfo").unwrap();
    assert_eq!(filesystem(&mounts, Path::new("/proc/self")).unwrap(), "proc");
}
