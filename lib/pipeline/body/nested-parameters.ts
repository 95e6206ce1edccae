import type { Parameters } from '../../model/request/request-parameters.js';
import { decodeParameter } from './malformed-parameters.js';
import { ParameterTree } from './parameter-tree.js';

/** Parses names with brackets: `[]` appends, `[name]` nests, whole-number keys make a list. */
export function parseNested(text: string): Parameters {
  const tree = new ParameterTree();
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    end = text.indexOf('&', start);
    if (end === -1) end = text.length;
    if (end !== start) addPair(tree, text.slice(start, end));
  }
  return tree.toParameters();
}

function addPair(tree: ParameterTree, pair: string): void {
  const equals = pair.indexOf('=');
  const name = decodeParameter(equals === -1 ? pair : pair.slice(0, equals));
  tree.add(name, equals === -1 ? '' : decodeParameter(pair.slice(equals + 1)));
}
