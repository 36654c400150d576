//! Just enough HTML and XML to count what is an element and what is text.

/// An element that begins, with its attributes, and the text up to the next tag.
#[derive(Debug)]
pub struct Tag {
    pub name: String,
    pub attributes: Vec<(String, String)>,
    pub text: String,
}

impl Tag {
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    pub fn has_class(&self, class: &str) -> bool {
        self.attribute("class").is_some_and(|classes| classes.split(' ').any(|it| it == class))
    }
}

/// Every element in order. What stands in scripts and styles is their text, up
/// to whatever ends them, as browsers see it.
pub fn tags(mut rest: &str) -> Vec<Tag> {
    let mut tags = Vec::new();
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        if rest.starts_with(['!', '?', '/']) {
            continue;
        }
        let (mut tag, after) = open_tag(rest);
        let end = match tag.name.as_str() {
            "script" | "style" => after.to_lowercase().find(&format!("</{}", tag.name)),
            _ => after.find('<'),
        };
        let end = end.unwrap_or(after.len());
        tag.text = match tag.name.as_str() {
            "script" | "style" => after[..end].to_string(),
            _ => unescaped(&after[..end]),
        };
        rest = &after[end..];
        tags.push(tag);
    }
    tags
}

fn open_tag(text: &str) -> (Tag, &str) {
    let end = text.find(|c: char| c.is_whitespace() || c == '>' || c == '/').expect("the end of a name");
    let mut tag = Tag { name: text[..end].to_string(), attributes: Vec::new(), text: String::new() };
    let mut rest = text[end..].trim_start_matches(|c: char| c.is_whitespace() || c == '/');
    while !rest.starts_with('>') {
        let end = rest.find(['=', '>', ' ', '\n', '/']).expect("the end of an attribute's name");
        assert!(
            end > 0,
            "markup that nobody would write on purpose: {}",
            text.chars().take(200).collect::<String>()
        );
        let name = rest[..end].to_string();
        rest = &rest[end..];
        let mut value = String::new();
        if let Some(quoted) = rest.strip_prefix("=\"") {
            let end = quoted.find('"').expect("the end of an attribute");
            value = unescaped(&quoted[..end]);
            rest = &quoted[end + 1..];
        }
        tag.attributes.push((name, value));
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '/');
    }
    (tag, &rest[1..])
}

fn unescaped(text: &str) -> String {
    let pairs = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&nbsp;", "\u{a0}"),
        ("&amp;", "&"),
    ];
    pairs.iter().fold(text.to_string(), |text, (from, to)| text.replace(from, to))
}
