import type { EnumValue, ScalarType } from '../../schema/vocabulary.js';
import type { TypeDiagnostic, TypeSchema } from './type-result.js';

/** The schema of an enum, whose values have one type. */
export function schemaOfEnum(values: readonly EnumValue[]): TypeSchema | TypeDiagnostic {
  const type = typeOfAll(values);
  if (type !== undefined) return { schema: { type, enum: values }, hydrations: [] };
  return {
    code: 'RR1014',
    expected: 'an enum whose values are all texts or all numbers',
    received: values.length === 0 ? 'an enum without values' : values.map(String).join(' | '),
  };
}

/** The one type of all values: that of `1 | 2.5` is `number`. `undefined` where they differ. */
function typeOfAll(values: readonly EnumValue[]): ScalarType | undefined {
  const types = new Set(values.map(typeOfValue));
  if (types.has('number')) types.delete('integer');
  const [type, ...others] = types;
  return others.length > 0 ? undefined : type;
}

function typeOfValue(value: EnumValue): ScalarType {
  if (typeof value === 'string') return 'string';
  return Number.isInteger(value) ? 'integer' : 'number';
}
