import type { RouteLayout } from '../arguments/argument-layout.js';
import type { PlannedController, PlannedPlaceholder } from '../plan/import-plan.js';
import { textLiteral, literal } from './literal.js';
import { permissionSource, permissionName } from './permission-source.js';
import type { SourceContext } from './type-source.js';
import { HttpMethod } from '../../../routes/declaration/route-declaration.js';
import { COMMON_GROUPS } from '../arguments/common-groups.js';
import { wordsOf } from '../naming/words.js';
import {
  decorator,
  limitsOf,
  parameterName,
  parameterSource,
  RANK,
  type ArgumentSource,
} from './argument-source.js';
import { docComment, docText } from './doc-comment.js';

/** A linter would report each parameter of methods that are not written yet. oxlint reads this too. */
const UNUSED = ['eslint', 'disable @typescript-eslint/no-unused-vars'].join('-');

/** The text of the file of a controller, with the methods of these routes. */
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

/** A method with its route. */
function routeSource(layout: RouteLayout, className: string, context: SourceContext): string {
  const { route, controller } = layout;
  const { imports } = context;
  const parameters = parametersOf(layout, context);
  const documented = parameters.filter(({ description }) => description !== '');
  const docs = documented.map(({ name, description }) => `@param ${name} ${description}`);
  const permission = `new ${imports.value('Callback')}(${className}.${permissionName(route)})`;
  const path = textLiteral(route.path.slice(controller.base.length));
  const options = isBatched(layout) ? ', { batch: true }' : '';
  return `
${docComment(docs, '  ')}  @${imports.value('RestRoute')}(${path}, ${methodsText(layout, context)}, ${permission}${options})
  ${route.methodName}(${parameters.map(({ text }) => text).join(', ')}): unknown {
    throw new ${imports.value('RestException')}('not_implemented', 'Not implemented yet.', 501);
  }
`;
}

/** Reading is never part of a batch. */
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

interface DocumentedParameter extends ArgumentSource {
  readonly description: string;
}

function parametersOf(
  { route, classes, plain }: RouteLayout,
  context: SourceContext,
): readonly DocumentedParameter[] {
  const used = new Set<string>();
  const ofPath = route.placeholders.map((one) => placeholderSource(one, context, used));
  const ofClasses = classes.map(({ key }) => classSource(key, context, used));
  const others = plain.map((arg) => ({
    ...parameterSource(arg, context, used),
    description: docText(arg.schema.description),
  }));
  return [...ofPath, ...[...ofClasses, ...others].toSorted((a, b) => a.rank - b.rank)];
}

function placeholderSource(
  { name: argument, kind, match, schema }: PlannedPlaceholder,
  context: SourceContext,
  used: Set<string>,
): DocumentedParameter {
  const name = parameterName(argument, used);
  const options = [
    ...(name === argument ? [] : [['name', literal(argument)] as const]),
    ...(match === undefined ? [] : [['match', literal(match)] as const]),
    ...limitsOf(schema, context),
  ];
  const type = kind === 'integer' ? context.imports.type('int') : kind;
  const text = `${decorator(options, context)}${name}: ${type}`;
  return { name, text, rank: RANK.required, description: docText(schema.description) };
}

function classSource(key: string, context: SourceContext, used: Set<string>): DocumentedParameter {
  const { imports, names, fileOf } = context;
  const type = names.classes.get(key)?.name ?? 'unknown';
  const name = parameterName(parameterOfClass(type), used);
  const text = `@${imports.value('Arguments')}() ${name}: ${imports.value(type, imports.specifierOf(fileOf(type)))}`;
  return { name, text, rank: RANK.arguments, description: '' };
}

/** `query` of `PostsQuery`, `data` of `PostData`, `body` of `CreatePost`, `paging` of `Paging`. */
function parameterOfClass(type: string): string {
  const common = COMMON_GROUPS.find(({ name }) => name === type);
  if (common !== undefined) return common.parameter;
  const last = wordsOf(type).at(-1) ?? '';
  return last === 'query' || last === 'data' ? last : 'body';
}
