//! Transcripts: what is typed, and what the program says to that.
//!
//! A page of `tests/cmd` is run in the folder that the `.in` file beside it names; one with an
//! `.out` folder beside it is run in a copy, and must leave the files that are in there.
//! `TRYCMD=overwrite` takes over what the program says now: read the difference.

#[test]
fn every_transcript_is_what_the_program_says() {
    trycmd::TestCases::new()
        .env("COLUMNS", "100") // whatever the tester's terminal is like
        .env("NO_COLOR", "1")
        .case("tests/cmd/*.md")
        .case("tests/cmd/*.toml");
}
