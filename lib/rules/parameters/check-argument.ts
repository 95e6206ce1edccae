import type { CheckedArgument, Hydration } from '../../model/checked/checked-parameter.js';
import type { ClassReaders } from '../../model/declaration/class-readers.js';
import {
  type ParameterDeclaration,
  defaultOf,
  limitsOf,
} from '../../model/declaration/parameter-declaration.js';
import type { DeclaredType } from '../../model/types/declared-type.js';
import {
  isTypeDiagnostic,
  schemaOfType,
  type TypeDiagnostic,
} from '../../model/types/type-schema.js';
import type { ParamOptions } from '../../model/declaration/param-options.js';
import { checkSchema } from '../../schema/check-schema.js';
import type { ArgumentSchema, ValueSchema } from '../../schema/vocabulary.js';
import { mergeObjects } from '../../shared/merge-objects.js';
import { checkValueClass } from './check-value-class.js';
import { optionDetails } from './parameter-finding.js';

const NO_OPTIONS: ParamOptions = {};

/** Makes the schema of an argument, or says why there is none: its type, a limit or its default. */
export function checkArgument(
  source: ParameterDeclaration,
  name: string,
  type: DeclaredType,
  { properties }: ClassReaders,
): CheckedArgument | TypeDiagnostic[] {
  const made = schemaOfType(type, (handle) => checkValueClass(handle, properties));
  if (isTypeDiagnostic(made)) return [made];
  const schema = argumentSchema(made.schema, source);
  const wrong = checkSchema(schema, (inner) => isCheckedClass(inner, made.hydrations));
  if (wrong.length > 0) return wrong.map(optionDetails);
  const hydrations = made.hydrations.map((hydration) => rebase(hydration, made.schema, schema));
  const match = source.options?.match;
  const argument = { kind: 'argument', index: source.index, name, schema, hydrations } as const;
  return match === undefined ? argument : { ...argument, match };
}

/** The value classes within have been checked already, property by property. */
function isCheckedClass(inner: ValueSchema, hydrations: readonly Hydration[]): boolean {
  return hydrations.some(({ schema, into }) => schema === inner && into !== 'date');
}

/** Limits are added to a copy of the type's schema; a hydration of the whole moves to the copy. */
function rebase(hydration: Hydration, from: ValueSchema, to: ValueSchema): Hydration {
  return hydration.schema === from ? { ...hydration, schema: to } : hydration;
}

function argumentSchema(schema: ValueSchema, source: ParameterDeclaration): ArgumentSchema {
  const { options = NO_OPTIONS, list, signature } = source;
  const fallback = defaultOf(source);
  const description = options.description ?? signature?.description;
  const required = options.required ?? (fallback === undefined && signature?.optional !== true);
  const head = description === undefined ? schema : { description, ...schema };
  const limits = mergeObjects(limitsOf(options), list?.limits, { required });
  return mergeObjects(head, limits, fallback === undefined ? undefined : { default: fallback });
}
