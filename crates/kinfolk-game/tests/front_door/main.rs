//! Games through their front door: what a program can see, and nothing else.

mod determinism;
mod draw;
mod gestures;
mod hands;
mod input;
mod long_lives;
mod rules;
mod samples;
mod saving;
mod threads;
mod viewport;
