import type { TypeSignature } from '../../model/signature/method-signature.js';
import type { EnumValue } from '../../schema/vocabulary.js';

/** The enum of some values, each once; `undefined` where there are none, or texts and numbers. */
export function enumType(values: readonly EnumValue[]): TypeSignature | undefined {
  const kinds = new Set(values.map((value) => typeof value));
  return kinds.size === 1 ? { kind: 'enum', values: [...new Set(values)] } : undefined;
}
