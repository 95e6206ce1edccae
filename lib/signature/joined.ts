/**
 * What several objects say as one, the later going before the earlier; for objects that are made by the
 * hundred and kept. Where properties follow a spread, V8 gives each object a hidden class of its own
 * once the code has run a few times, which costs ten times as much and is kept with it.
 */
export function joined<One extends object, Two extends object, Three extends object = object>(
  one: One,
  two: Two | undefined,
  three?: Three,
): One & Two & Three {
  return Object.assign({}, one, two, three) as One & Two & Three;
}
