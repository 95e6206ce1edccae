import type { Parameters } from '../../model/request/request-parameters.js';
import { parseNested } from './nested-parameters.js';
import { parsePlain } from './plain-parameters.js';

export { MalformedParameters } from './malformed-parameters.js';

/**
 * Reads `a=1&tags[]=x&lines[0][sku]=y` as WordPress does: the last value of a name counts, `[]` appends,
 * `[name]` nests, whole-number keys make a list.
 *
 * @throws MalformedParameters on malformed percent-encoding, and beyond 1,000 parameters, 64 levels or
 *   4,000 brackets in all names together.
 */
export function parseParameters(text: string): Parameters {
  return parsePlain(text) ?? parseNested(text);
}
