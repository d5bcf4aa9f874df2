//! Kinds of characters: invisible ones, controls, emoji, forms of ASCII, look-alikes of Latin letters.
//!
//! In: a character. Out: what it is. Tables of ranges and pairs, each with its reason; nothing here rewrites text.

/// Characters that take no place: zero-width, soft hyphen, variation selectors are left to emoji.
#[must_use]
pub fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}' | '\u{ad}' | '\u{180e}')
}

/// Blanks that are not the ASCII one.
pub(super) fn is_blank_form(c: char) -> bool {
    matches!(c, '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}')
}

/// Characters that some programs take for a line end and the scanner does not.
#[must_use]
pub fn is_line_break_form(c: char) -> bool {
    matches!(c, '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Characters that can make a reader see another value: controls, bidi controls, tags.
#[must_use]
pub fn is_control(c: char) -> bool {
    (c.is_control() && c != '\t')
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2061}'..='\u{2069}' | '\u{e0000}'..='\u{e007f}')
}

/// Emoji and the symbols that are used like them, with variation selectors.
#[must_use]
pub fn is_emoji(c: char) -> bool {
    matches!(c, '\u{2300}'..='\u{23ff}' | '\u{25a0}'..='\u{27bf}' | '\u{2b00}'..='\u{2bff}' | '\u{fe0e}' | '\u{fe0f}'
        | '\u{1f000}'..='\u{1faff}' | '\u{2139}' | '\u{20e3}')
        && !matches!(c, '\u{2610}'..='\u{2612}')
}

/// The ASCII character behind a full-width or mathematical form.
pub(super) fn plain_form(c: char) -> Option<char> {
    let code = u32::from(c);
    let ascii = match code {
        0xff01..=0xff5e => code - 0xfee0,
        // The Kelvin sign.
        0x212a => 0x4b,
        // Mathematical alphabets: thirteen runs of A-Z a-z (the holes in the block are unassigned).
        0x1d400..=0x1d6a3 => {
            let letter = (code - 0x1d400) % 52;
            if letter < 26 { 0x41 + letter } else { 0x61 + letter - 26 }
        }
        0x1d7ce..=0x1d7ff => 0x30 + (code - 0x1d7ce) % 10,
        _ => return None,
    };
    char::from_u32(ascii)
}

/// The Latin letter that a Cyrillic or Greek one is easily taken for.
#[must_use]
pub fn latin_lookalike(c: char) -> Option<char> {
    const PAIRS: &[(char, char)] = &[
        ('а', 'a'),
        ('с', 'c'),
        ('ԁ', 'd'),
        ('е', 'e'),
        ('һ', 'h'),
        ('і', 'i'),
        ('ј', 'j'),
        ('ӏ', 'l'),
        ('о', 'o'),
        ('р', 'p'),
        ('ѕ', 's'),
        ('ѵ', 'v'),
        ('ԝ', 'w'),
        ('х', 'x'),
        ('у', 'y'),
        ('А', 'A'),
        ('В', 'B'),
        ('С', 'C'),
        ('Е', 'E'),
        ('Н', 'H'),
        ('І', 'I'),
        ('Ј', 'J'),
        ('К', 'K'),
        ('М', 'M'),
        ('О', 'O'),
        ('Р', 'P'),
        ('Ѕ', 'S'),
        ('Т', 'T'),
        ('Х', 'X'),
        ('α', 'a'),
        ('ε', 'e'),
        ('ι', 'i'),
        ('κ', 'k'),
        ('ν', 'v'),
        ('ο', 'o'),
        ('ρ', 'p'),
        ('τ', 't'),
        ('υ', 'u'),
        ('χ', 'x'),
        ('Α', 'A'),
        ('Β', 'B'),
        ('Ε', 'E'),
        ('Ζ', 'Z'),
        ('Η', 'H'),
        ('Ι', 'I'),
        ('Κ', 'K'),
        ('Μ', 'M'),
        ('Ν', 'N'),
        ('Ο', 'O'),
        ('Ρ', 'P'),
        ('Τ', 'T'),
        ('Υ', 'Y'),
        ('Χ', 'X'),
        ('ı', 'i'),
        ('ɡ', 'g'),
        ('ց', 'g'),
        ('ո', 'n'),
        ('ս', 'u'),
    ];
    PAIRS.iter().find(|(look, _)| *look == c).map(|(_, latin)| *latin)
}

/// The text with every look-alike letter as its Latin one, and the first that was; nothing when there is none.
#[must_use]
pub fn without_lookalikes(text: &str) -> Option<(String, char, char)> {
    let (character, latin) = text.chars().find_map(|c| latin_lookalike(c).map(|l| (c, l)))?;
    Some((text.chars().map(|c| latin_lookalike(c).unwrap_or(c)).collect(), character, latin))
}
