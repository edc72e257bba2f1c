//! Lists the inputs of a function with which it fails: `cargo run --example check_function prog.c get`.

#![expect(clippy::print_stdout, reason = "an example shows its answer")]

use whydunit::{CheckOptions, Options, Session};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let mut options = Options::of(args.next());
    options.start.function = args.next();
    let checked = Session::open(options)?.check(&CheckOptions::default())?;
    for failure in &checked.report.failures {
        let place = &failure.property.place;
        let inputs = failure.inputs.iter().map(|input| format!("{} = {}", input.name, input.value));
        let inputs = inputs.collect::<Vec<_>>().join(", ");
        println!("{}:{}: {} with {inputs}", place.file, place.line, failure.property.message);
    }
    println!("{:?}", checked.report.verdict);
    Ok(())
}
