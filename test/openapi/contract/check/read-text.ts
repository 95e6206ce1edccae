import { alternativesOf, typesOf, type Schema } from '../document.js';
import type { DocumentValidator } from '../validator.js';

/** Reads what arrived, given what a schema expects there. */
export type Reader = (schema: Schema, sent: unknown) => unknown;

/** The values that a text of a path, query or form stands for: itself, a number as it is written, a boolean. */
export function spelled(text: string): readonly unknown[] {
  const isNumber = Number.isFinite(Number(text)) && String(Number(text)) === text;
  const numbers = isNumber ? [Number(text)] : [];
  const booleans = text === 'true' || text === 'false' ? [text === 'true'] : [];
  return [text, ...numbers, ...booleans];
}

/** What a scalar may stand for, and what a value that is no scalar may. */
export interface Alternatives {
  readonly scalar: (sent: unknown) => readonly unknown[];
  readonly list: (sent: unknown) => unknown;
  readonly object: (sent: unknown) => unknown;
}

/** In paths, queries and forms every value is a text; lists and objects are themselves. */
const TEXTS: Alternatives = {
  scalar: (sent) => (typeof sent === 'string' ? spelled(sent) : [sent]),
  list: (sent) => sent,
  object: (sent) => sent,
};

/** Reads the texts of a path, query or form by the types of a schema. */
export function textReader(validator: DocumentValidator): Reader {
  return typedReader(validator, TEXTS);
}

/** A reader that looks for a value which the schema accepts, among those that `alternatives` allows. */
export function typedReader(validator: DocumentValidator, alternatives: Alternatives): Reader {
  const read: Reader = (reference, sent) => {
    const schema = validator.follow(reference);
    const options = alternativesOf(schema);
    if (options.length === 0) return readPlain(schema, sent);
    const { anyOf: _any, oneOf: _one, ...rest } = schema;
    const values = options.map((option) => read({ ...rest, ...validator.follow(option) }, sent));
    return values.find((value) => validator.isValid(schema, value)) ?? sent;
  };
  const readPlain: Reader = (schema, sent) => {
    const types = typesOf(schema);
    const candidates = [
      ...alternatives.scalar(sent),
      ...(types.includes('array') ? [readItems(schema, alternatives.list(sent))] : []),
      ...(types.includes('object') ? [readProperties(schema, alternatives.object(sent))] : []),
    ];
    return candidates.find((value) => validator.isValid(schema, value)) ?? sent;
  };
  const readItems: Reader = (schema, sent) =>
    Array.isArray(sent)
      ? sent.map((item: unknown) => read((schema['items'] ?? {}) as Schema, item))
      : sent;
  const readProperties: Reader = (schema, sent) => {
    if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return sent;
    return Object.fromEntries(
      Object.entries(sent).map(([name, value]) => [
        name,
        read(propertySchema(schema, name), value),
      ]),
    );
  };
  return read;
}

function propertySchema(schema: Schema, name: string): Schema {
  const own = (schema['properties'] ?? {}) as Readonly<Record<string, Schema>>;
  if (Object.hasOwn(own, name)) return own[name] ?? {};
  const patterns = Object.entries((schema['patternProperties'] ?? {}) as Record<string, Schema>);
  const [, matching] = patterns.find(([text]) => new RegExp(text, 'u').test(name)) ?? [];
  const others = schema['additionalProperties'];
  return matching ?? (typeof others === 'object' ? (others as Schema) : {});
}
