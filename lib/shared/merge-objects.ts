/**
 * What several objects say as one, the later going before the earlier; for what is made by the hundred
 * at the start, or with each request. Where further properties follow a spread, V8 gives each object a
 * hidden class of its own once the code has run a few times, at ten times the cost.
 */
export function mergeObjects<
  One extends object,
  Two extends object = object,
  Three extends object = object,
>(one: One, two?: Two, three?: Three): One & Two & Three {
  return Object.assign({}, one, two, three) as One & Two & Three;
}
