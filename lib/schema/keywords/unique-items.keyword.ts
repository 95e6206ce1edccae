import { diagnostic } from '../schema-diagnostic.js';
import type { Keyword } from '../engine/keyword.js';
import { LIMITS } from '../limits.js';
import { duplicateItems } from '../messages.js';
import { JsonSet } from '../values/values.js';

/** `uniqueItems`: no item twice, before and after the items are sanitized, as in WordPress. */
export const uniqueItems: Keyword<readonly unknown[]> = {
  name: 'uniqueItems',
  types: LIMITS.uniqueItems.types,
  bind({ uniqueItems: isUnique }) {
    if (isUnique !== true) return undefined;
    return {
      holds: hasUniqueItems,
      emit: (list, code) => `${code.constant(hasUniqueItems)}(${list})`,
      violation: duplicateItems,
    };
  },
  diagnostics({ uniqueItems: isUnique }) {
    if (typeof isUnique === 'boolean') return [];
    return [diagnostic('uniqueItems', 'a boolean', isUnique)];
  },
};

function hasUniqueItems(list: readonly unknown[]): boolean {
  return new JsonSet(list).size === list.length;
}
