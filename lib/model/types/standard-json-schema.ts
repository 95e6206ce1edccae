import type { ValueSchema } from '../../schema/vocabulary.js';
import { fromJsonSchema } from './from-json-schema.js';
import type { StandardSchema } from './standard-schema.js';

type Draft = () => unknown;

/** The target that most libraries can write; `fromJsonSchema` reads it. */
const TARGET = 'draft-07';

/** A part that JSON Schema cannot express is any value: so zod (the first option) and arktype call it. */
const LIBRARY_OPTIONS = {
  unrepresentable: 'any',
  fallback: ({ base }: { readonly base: unknown }) => base,
};

/**
 * What a Standard Schema accepts, for the index and for documents: `{}` where its library cannot tell.
 * No request is validated by it.
 *
 * @see https://standardschema.dev/json-schema, which zod and arktype implement; their older versions
 * have a method instead.
 */
export function shownSchema(schema: StandardSchema): ValueSchema {
  const standard: object = schema['~standard'];
  for (const draft of [
    fromStandard(standard),
    fromMethod(schema, 'toJSONSchema'),
    fromMethod(schema, 'toJsonSchema'),
  ]) {
    const made = attempt(draft);
    if (made !== undefined) return fromJsonSchema(made);
  }
  return {};
}

function fromStandard(standard: object): Draft {
  return () =>
    call(Reflect.get(standard, 'jsonSchema'), 'input', {
      target: TARGET,
      libraryOptions: LIBRARY_OPTIONS,
    });
}

function fromMethod(schema: StandardSchema, method: string): Draft {
  return () => call(schema, method, { io: 'input', target: TARGET, ...LIBRARY_OPTIONS });
}

function call(holder: unknown, method: string, options: object): unknown {
  const isHolder = typeof holder === 'function' || (typeof holder === 'object' && holder !== null);
  const found: unknown = isHolder ? Reflect.get(holder, method) : undefined;
  return typeof found === 'function' ? Reflect.apply(found, holder, [options]) : undefined;
}

/** A library throws where JSON Schema cannot express a schema. */
function attempt(draft: Draft): object | undefined {
  try {
    const made = draft();
    return typeof made === 'object' && made !== null ? made : undefined;
  } catch {
    return undefined;
  }
}
