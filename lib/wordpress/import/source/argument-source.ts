import { isParameterName } from '../naming/reserved-names.js';
import { camelCase, wordsOf } from '../naming/words.js';
import type { PlannedArgument } from '../plan/import-plan.js';
import { LIMIT_NAMES } from '../../../schema/limits.js';
import { Format, type ArgumentSchema } from '../../../schema/vocabulary.js';
import { defaultIn } from '../types/read-default.js';
import { isDate, readType } from '../types/type-of-schema.js';
import { literal, objectLiteral, propertyName } from './literal.js';
import { typeText, type SourceContext } from './type-source.js';

type Entry = readonly [string, string];

/** How a parameter or a property declares an argument. */
export interface ArgumentSource {
  /** The name in the source. */
  readonly name: string;
  readonly text: string;
  readonly rank: number;
}

/** `required` comes first, then what has a default; what may be absent comes last. */
export const RANK = { required: 0, arguments: 1, default: 2, optional: 3 } as const;

/** An argument as a parameter of a method. */
export function parameterSource(
  arg: PlannedArgument,
  context: SourceContext,
  used: Set<string>,
): ArgumentSource {
  const name = parameterName(arg.name, used);
  const renamed: readonly Entry[] = name === arg.name ? [] : [['name', literal(arg.name)]];
  const { options, type, mark, initializer, rank } = declaration(arg, context, renamed);
  return {
    name,
    rank,
    text: `${decorator(options, context)}${name}${mark}: ${type}${initializer}`,
  };
}

/** An argument as a property of a class. */
export function propertySource(arg: PlannedArgument, context: SourceContext): string {
  const { options, type, mark, initializer, rank } = declaration(arg, context, []);
  const certain = rank === RANK.required ? '!' : mark;
  return `${decorator(options, context)}${propertyName(arg.name)}${certain}: ${type}${initializer};`;
}

/** A name for a parameter: `dryRun` of `dry-run`, `classValue` of `class`. */
export function parameterName(name: string, used: Set<string>): string {
  const camel = camelCase(wordsOf(name));
  const base = isParameterName(name) ? name : isParameterName(camel) ? camel : `${camel}Value`;
  const safe = isParameterName(base) ? base : `value${base}`;
  let found = safe;
  for (let number = 2; used.has(found); number++) found = `${safe}${number}`;
  used.add(found);
  return found;
}

function declaration(
  { schema }: PlannedArgument,
  context: SourceContext,
  entries: readonly Entry[],
) {
  const node = readType(schema);
  const fallback = defaultIn(schema);
  const isRequired = schema.required === true;
  const isStated = node !== undefined && fallback !== 'invalid';
  if (!isStated || (isRequired && fallback !== undefined)) {
    const options = [
      ...entries,
      ...requiredOption(isRequired, fallback),
      ['schema', schemaText(schema)] as const,
    ];
    const rank = isRequired ? RANK.required : RANK.optional;
    return { options, type: 'unknown', mark: isRequired ? '' : '?', initializer: '', rank };
  }
  const options = [...entries, ...limitsOf(schema, context)];
  const type = typeText(node, context);
  if (fallback !== undefined) {
    return {
      options,
      type,
      mark: '',
      initializer: ` = ${literal(fallback.value)}`,
      rank: RANK.default,
    };
  }
  const rank = isRequired ? RANK.required : RANK.optional;
  return { options, type, mark: isRequired ? '' : '?', initializer: '', rank };
}

/** A schema with a default belongs to an argument that may be absent, unless it says otherwise. */
function requiredOption(isRequired: boolean, fallback: unknown): readonly Entry[] {
  return isRequired && fallback !== undefined ? [['required', 'true']] : [];
}

/** The limits of a schema as options of `@Param`. */
export function limitsOf(schema: ArgumentSchema, context: SourceContext): readonly Entry[] {
  const names = LIMIT_NAMES.filter((name) => schema[name] !== undefined && schema[name] !== false);
  return names.flatMap((name): readonly Entry[] => {
    if (name !== 'format') return [[name, literal(schema[name])]];
    if (isDate(schema)) return [];
    const key = Object.entries(Format).find(([, format]) => format === schema.format)?.[0];
    return key === undefined ? [] : [[name, `${context.imports.value('Format')}.${key}`]];
  });
}

function schemaText({ required, description: _description, ...schema }: ArgumentSchema): string {
  return literal(Array.isArray(required) ? { ...schema, required } : schema);
}

/** `@Param({ … }) `; nothing without options. */
export function decorator(options: readonly Entry[], { imports }: SourceContext): string {
  return options.length === 0 ? '' : `@${imports.value('Param')}(${objectLiteral(options)}) `;
}
