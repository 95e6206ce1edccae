import { alternativesOf, typesOf, type Schema } from '../document.js';
import type { DocumentValidator } from '../validator.js';

/** Leaves out the empty texts of a query or a form at places that have no texts. */
export function emptyFieldsReader(validator: DocumentValidator) {
  const takesText = (reference: Schema): boolean => {
    const schema = validator.follow(reference);
    const options = alternativesOf(schema);
    if (options.length > 0) return options.some(takesText);
    const types = typesOf(schema);
    const isText = types.length === 0 || types.includes('string');
    return (
      types.includes('array') ||
      (isText && schema['enum'] === undefined && schema['format'] !== 'date-time')
    );
  };
  const read = (value: unknown, reference: Schema): unknown => {
    if (value === '') return takesText(reference) ? value : undefined;
    if (typeof value !== 'object' || value === null) return value;
    const schema = validator.follow(reference);
    const all = [schema, ...alternativesOf(schema).map((one) => validator.follow(one))];
    if (Array.isArray(value)) {
      const items = all.find((one) => one['items'] !== undefined)?.['items'] as Schema | undefined;
      return value.map((item: unknown) => (item === '' ? item : read(item, items ?? {})));
    }
    if (Object.getPrototypeOf(value) !== Object.prototype) return value;
    const entries = Object.entries(value).map(([name, one]: [string, unknown]) => {
      const own = all.flatMap((each) => placeIn(each, name) ?? []);
      return [name, own.length === 0 ? one : read(one, { anyOf: own })] as const;
    });
    return Object.fromEntries(entries.filter(([, one]) => one !== undefined));
  };
  return read;
}

function placeIn({ properties = {}, additionalProperties }: Schema, name: string) {
  const own = (properties as Readonly<Record<string, Schema>>)[name];
  return (
    own ?? (typeof additionalProperties === 'object' ? (additionalProperties as Schema) : undefined)
  );
}
