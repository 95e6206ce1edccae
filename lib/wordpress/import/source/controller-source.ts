import { type RouteLayout, COMMON_GROUPS } from '../arguments.js';
import type {
  NamedRoute,
  PlannedArgument,
  PlannedController,
  PlannedPlaceholder,
} from '../plan/planned-route.js';
import {
  textLiteral,
  literal,
  objectLiteral,
  propertyName,
  docComment,
  docText,
} from './literal.js';
import { type SourceContext, typeText } from './type-source.js';
import { HttpMethod } from '../../../routes/declaration/route-declaration.js';
import { wordsOf, isParameterName, camelCase, singularOf, pascalCase } from '../naming.js';
import {
  LIMIT_NAMES,
  Format,
  type ArgumentSchema,
  type EnumValue,
} from '../../../schema/vocabulary.js';
import type { TypeSignature } from '../../../types/type.js';
import { defaultIn, schemaOf } from '../defaults.js';
import { isDate, typeOfArgument } from '../types.js';

interface ParameterSource {
  /** The name in the source. */
  readonly name: string;
  readonly text: string;
  readonly rank: number;
  readonly description: string;
}

/** Required parameters come first, then those with a default, then optional ones. */
const RANK = { required: 0, arguments: 1, default: 2, optional: 3 } as const;

/** A linter would report each parameter of methods that are not written yet. oxlint reads this too. */
const UNUSED = ['eslint', 'disable @typescript-eslint/no-unused-vars'].join('-');

export function controllerSource(
  controller: PlannedController,
  layouts: readonly RouteLayout[],
  className: string,
  context: SourceContext,
): string {
  const { version, base, words } = controller;
  const methods = layouts.map((layout) => routeSource(layout, className, context));
  const permissions = layouts.map(({ route }) => permissionSource(route, words));
  const place = [version, ...(base === '' ? [] : [base])].map(textLiteral).join(', ');
  const head = `@${context.imports.value('RestController')}(${place})\nexport class ${className} {`;
  const body = [...methods, ...permissions].join('').replace(/^\n/, '');
  return `/* ${UNUSED} -- until the methods use their arguments */\n${context.imports.toString()}\n${head}\n${body}}\n`;
}

function routeSource(layout: RouteLayout, className: string, context: SourceContext): string {
  const { route, controller } = layout;
  const { imports } = context;
  const parameters = parametersOf(layout, context);
  const documented = parameters.filter(({ description }) => description !== '');
  const docs = documented.map(({ name, description }) => `@param ${name} ${description}`);
  const permission = `new ${imports.value('Callback')}(${className}.${permissionName(route)})`;
  const path = textLiteral(route.path.slice(controller.base.length));
  const options = optionsText(layout);
  return `
${docComment(docs, '  ')}  @${imports.value('RestRoute')}(${path}, ${methodsText(layout, context)}, ${permission}${options})
  ${route.methodName}(${parameters.map(({ text }) => text).join(', ')}): unknown {
    throw new ${imports.value('RestException')}('not_implemented', 'Not implemented yet.', 501);
  }
`;
}

/** Null, lists and times mean what they mean on WordPress. */
function optionsText(layout: RouteLayout): string {
  const hasArguments = layout.classes.length + layout.others.length > 0;
  const options = [
    ...(isBatched(layout) ? ['batch: true'] : []),
    ...(hasArguments ? ["values: 'wordpress'"] : []),
  ];
  return options.length === 0 ? '' : `, { ${options.join(', ')} }`;
}

/** GET is never part of a batch. */
function isBatched({ route }: RouteLayout): boolean {
  return route.allowsBatch && route.methods.some((method) => method !== 'GET');
}

function methodsText({ route }: RouteLayout, { imports }: SourceContext): string {
  const names = route.methods.map((method) => {
    const key = Object.entries(HttpMethod).find(([, one]) => one === method)?.[0] ?? '';
    return `${imports.value('HttpMethod')}.${key}`;
  });
  return names.length === 1 ? names.join() : `[${names.join(', ')}]`;
}

function parametersOf(
  { route, classes, others }: RouteLayout,
  context: SourceContext,
): readonly ParameterSource[] {
  const used = new Set<string>();
  const ofPath = route.placeholders.map((one) => placeholderSource(one, context, used));
  const ofClasses = classes.map(({ key }) => classSource(key, context, used));
  const ofOthers = others.map((arg) => parameterSource(arg, context, used));
  return [...ofPath, ...[...ofClasses, ...ofOthers].toSorted((a, b) => a.rank - b.rank)];
}

function placeholderSource(
  { name: argument, kind, match, schema }: PlannedPlaceholder,
  context: SourceContext,
  used: Set<string>,
): ParameterSource {
  const name = parameterName(argument, used);
  const options = [
    ...(name === argument ? [] : [['name', literal(argument)] as const]),
    ...(match === undefined ? [] : [['match', literal(match)] as const]),
    ...limitsOf(schema, context),
  ];
  const { enum: values } = schema;
  const type: TypeSignature =
    values === undefined ? { kind } : { kind: 'enum', values: values as readonly EnumValue[] };
  const text = `${decorator(options, context)}${name}: ${typeText(type, context)}`;
  return { name, text, rank: RANK.required, description: docText(schema.description) };
}

function classSource(key: string, context: SourceContext, used: Set<string>): ParameterSource {
  const { imports, names, fileOf } = context;
  const type = names.classes.get(key)?.name ?? 'unknown';
  const name = parameterName(parameterOfClass(type), used);
  const text = `@${imports.value('Arguments')}() ${name}: ${imports.value(type, imports.specifierOf(fileOf(type)))}`;
  return { name, text, rank: RANK.arguments, description: '' };
}

/** `query` of `PostsQuery`, `data` of `PostData`, `body` of `CreatePost`, `paging` of `Paging`. */
function parameterOfClass(numbered: string): string {
  const type = numbered.replace(/\d+$/, '');
  const common = COMMON_GROUPS.find(({ name }) => name === type);
  if (common !== undefined) return common.parameter;
  const last = wordsOf(type).at(-1) ?? '';
  return last === 'query' || last === 'data' ? last : 'body';
}

type Entry = readonly [string, string];

function parameterSource(
  arg: PlannedArgument,
  context: SourceContext,
  used: Set<string>,
): ParameterSource {
  const name = parameterName(arg.name, used);
  const renamed: readonly Entry[] = name === arg.name ? [] : [['name', literal(arg.name)]];
  const { options, type, mark, initializer, rank } = declaration(arg, context, renamed);
  const text = `${decorator(options, context)}${name}${mark}: ${type}${initializer}`;
  return { name, rank, text, description: docText(arg.schema.description) };
}

export function propertySource(arg: PlannedArgument, context: SourceContext): string {
  const { options, type, mark, initializer, rank } = declaration(arg, context, []);
  const certain = rank === RANK.required ? '!' : mark;
  return `${decorator(options, context)}${propertyName(arg.name)}${certain}: ${type}${initializer};`;
}

/** A name for a parameter: `dryRun` of `dry-run`, `classValue` of `class`. */
function parameterName(name: string, used: Set<string>): string {
  const camel = camelCase(wordsOf(name));
  const base = isParameterName(name) ? name : isParameterName(camel) ? camel : `${camel}Value`;
  const safe = isParameterName(base) ? base : `value${base}`;
  let found = safe;
  for (let number = 2; used.has(found); number++) found = `${safe}${number}`;
  used.add(found);
  return found;
}

function declaration(arg: PlannedArgument, context: SourceContext, entries: readonly Entry[]) {
  const { schema } = arg;
  const node = typeOfArgument(arg);
  const isRequired = schema.required === true;
  const own: readonly Entry[] =
    node === undefined ? [['schema', schemaText(schema)]] : limitsOf(schema, context);
  const value = node === undefined ? undefined : defaultIn(schema);
  const initializer = value === undefined ? '' : ` = ${literal(value)}`;
  const rank = isRequired ? RANK.required : value === undefined ? RANK.optional : RANK.default;
  return {
    options: [...entries, ...own],
    type: node === undefined ? 'unknown' : typeText(node, context),
    mark: rank === RANK.optional ? '?' : '',
    initializer,
    rank,
  };
}

function limitsOf(schema: ArgumentSchema, context: SourceContext): readonly Entry[] {
  const names = LIMIT_NAMES.filter((name) => schema[name] !== undefined && schema[name] !== false);
  return names.flatMap((name): readonly Entry[] => {
    if (name !== 'format') return [[name, literal(schema[name])]];
    if (isDate(schema)) return [];
    const key = Object.entries(Format).find(([, format]) => format === schema.format)?.[0];
    return key === undefined ? [] : [[name, `${context.imports.value('Format')}.${key}`]];
  });
}

function schemaText({ description: _description, ...schema }: ArgumentSchema): string {
  const text = literal(schemaOf(schema));
  return INHERITED_NAME.test(text) ? `${text} as const` : text;
}

/** Names that every object inherits: TypeScript widens literals in such properties to `string` without `as const`. */
const INHERITED_NAME =
  /\b(?:constructor|hasOwnProperty|isPrototypeOf|propertyIsEnumerable|toLocaleString|toString|valueOf)\b/;

/** `@Param({ … }) `; nothing without options. */
function decorator(options: readonly Entry[], { imports }: SourceContext): string {
  return options.length === 0 ? '' : `@${imports.value('Param')}(${objectLiteral(options)}) `;
}

/** `mayList`, `mayReadRevision`. */
export function permissionName({ methodName }: NamedRoute): string {
  const [verb = '', ...noun] = wordsOf(methodName);
  return `may${pascalCase([verb === 'one' ? 'read' : verb, ...noun])}`;
}

/** A permission that denies, with the decision to make. */
function permissionSource(route: NamedRoute, words: readonly string[]): string {
  return `
  /** Denies everyone until you decide: who may ${decision(route, words)}? */
  static ${permissionName(route)}(this: void): boolean {
    return false;
  }
`;
}

/** `list posts`, `read a revision`, `read a book by slug`. */
function decision({ methodName }: NamedRoute, words: readonly string[]): string {
  const [verb = '', ...rest] = wordsOf(methodName);
  const isKnown = ['list', 'one', 'read', 'create', 'update', 'remove'].includes(verb);
  if (!isKnown) return [verb, ...rest].join(' ');
  const by = rest.indexOf('by');
  if (by !== -1) {
    const plural = by === 0 ? words : rest.slice(0, by);
    const noun = verb === 'list' ? plural.join(' ') : withArticle(singularOf(plural));
    return [verb === 'one' ? 'read' : verb, noun, ...rest.slice(by)].join(' ');
  }
  const noun = rest.length === 0 ? words : rest;
  if (verb === 'list') return `list ${noun.join(' ')}`;
  const one = verb === 'one' || rest.length === 0 ? singularOf(noun) : noun;
  return `${verb === 'one' ? 'read' : verb} ${withArticle(one)}`;
}

function withArticle(noun: readonly string[]): string {
  const last = noun.at(-1) ?? '';
  const isPlural = last.endsWith('s') && !/(?:ss|us|is)$/.test(last);
  if (isPlural || last === 'me' || last === 'media') return noun.join(' ');
  return `${/^[aeio]/.test(noun[0] ?? '') ? 'an' : 'a'} ${noun.join(' ')}`;
}
