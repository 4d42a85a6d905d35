//! Paths made lexically normal, for the prefixes of the file built-ins (PERM-21).

/// A path prefix with its directory made lexically normal. Its last part may be an unfinished
/// name, as `.` in `/home/me/.`, and stays as it is.
pub(super) fn normalise_prefix(prefix: &str) -> String {
    match prefix.rsplit_once('/') {
        Some((directory, last)) => format!("{}{last}", normal_directory(&format!("{directory}/"))),
        None => format!("./{prefix}"),
    }
}

/// A path without `//`, `.` and, as far as it goes, `..`: `/a/b/`, `./a/b/` or `../a/b/`, always
/// with a slash at its end.
pub(super) fn normal_directory(path: &str) -> String {
    let absolute = path.starts_with('/');
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match (part, parts.last()) {
            ("" | ".", _) => {}
            ("..", Some(&last)) if last != ".." => {
                parts.pop();
            }
            ("..", _) if absolute => {}
            _ => parts.push(part),
        }
    }
    let mut out = String::with_capacity(path.len().saturating_add(3));
    if absolute {
        out.push('/');
    } else if parts.first() != Some(&"..") {
        out.push_str("./");
    }
    for part in parts {
        out.push_str(part);
        out.push('/');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_have_one_form() {
        for (path, normal) in [
            ("/a/b", "/a/b/"),
            ("/a//b/./c/..", "/a/b/"),
            ("/../../etc", "/etc/"),
            ("/", "/"),
            ("", "./"),
            (".", "./"),
            ("a", "./a/"),
            ("./a/../b", "./b/"),
            ("../a", "../a/"),
            ("a/../../b", "../b/"),
            ("../../a/..", "../../"),
            ("...", "./.../"),
        ] {
            assert_eq!(normal_directory(path), normal, "{path}");
        }
        for (prefix, normal) in [
            ("/etc", "/etc"),
            ("/etc/", "/etc/"),
            ("//etc/./pa", "/etc/pa"),
            ("/home/me/.", "/home/me/."),
            ("a", "./a"),
            ("./", "./"),
            (".", "./."),
            ("a/../b", "./b"),
            ("../a", "../a"),
            ("/a/..", "/a/.."),
        ] {
            assert_eq!(normalise_prefix(prefix), normal, "{prefix}");
        }
    }
}
