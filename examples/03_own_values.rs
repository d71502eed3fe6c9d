//! Anything with a rule can flow down: opacity, team, time. `cargo run --example 03_own_values`.
#![expect(clippy::print_stdout, reason = "an example is there to be read")]

use kinfolk::{Forest, Inherit};

/// How fast time goes for somebody and everybody below.
#[derive(Debug, Clone, Copy)]
struct Tempo(f32);

impl Inherit for Tempo {
    type Ready = f32;
    type Effective = f32;

    fn ready(&self) -> f32 {
        self.0
    }

    fn inherit(own: &f32, parent: Option<&f32>) -> f32 {
        (own * parent.unwrap_or(&1.0)).clamp(0.0, 1000.0)
    }

    fn same(a: &f32, b: &f32) -> bool {
        a.to_bits() == b.to_bits()
    }

    fn is_finite(&self) -> bool {
        self.0.is_finite()
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut forest = Forest::new();
    let world = forest.plant(Tempo(1.0))?;
    let bubble = forest.plant_at(world, Tempo(0.5))?;
    let snail = forest.plant_at(bubble, Tempo(0.1))?;
    let clock = forest.plant_at(world, Tempo(1.0))?;
    forest.update();

    // Somebody casts a spell on the bubble: only what is in there is told to have changed.
    forest.set(bubble, Tempo(2.0))?;
    let changed: Vec<_> = forest.update().iter().collect();
    println!("{} have another tempo now", changed.len());
    assert_eq!(changed, [bubble, snail]);
    assert_eq!(forest.effective(snail), Some(&0.2).copied());
    assert_eq!(forest.effective(clock), Some(1.0));

    // What is no number is refused, with the node.
    println!("{}", forest.set(clock, Tempo(f32::NAN)).unwrap_err());
    Ok(())
}

#[test]
fn it_runs() {
    main().unwrap();
}
