import type {
  ClassSignature,
  DecoratorNames,
  MethodDecorators,
} from '../../types/method-signature.js';
import { lineageOf, type Ancestor } from '../classes/heritage.js';
import type { ProjectView } from '../program/project-view.js';
import { ts } from '../program/typescript.js';
import { plainName, isStatic } from '../syntax/nodes.js';
import type { TypeScope } from '../types/type-reading.js';
import type { SignaturePart } from './controller-part.js';

/** The decorators of this package that an application must have at startup as the source shows them. */
const OF_CLASSES: ReadonlySet<string> = new Set(['RequirePermission']);
const OF_METHODS: ReadonlySet<string> = new Set(['RestRoute', 'Cache', 'RequirePermission']);
const OF_PARAMETERS: ReadonlySet<string> = new Set(['Param', 'ListOf', 'Arguments']);

/** Those of Nest that it keeps on the method, where a decorator above them loses them. */
const OF_NEST: ReadonlySet<string> = new Set([
  'UseGuards',
  'UseInterceptors',
  'UseFilters',
  'UsePipes',
]);

/** The decorators of the methods of a class; `undefined` where no method or class has one of this package. */
export function decoratorsPart(
  node: ts.ClassLikeDeclaration,
  { view }: TypeScope,
): SignaturePart | undefined {
  const ofClass = namesOf(node, OF_CLASSES, view);
  const methods = methodsOf(lineageOf(node, view), view);
  if (methods.length === 0 && !ofClass.some(isOurs)) return undefined;
  const decorators: ClassSignature['decorators'] = {
    ...(ofClass.length === 0 ? {} : { class: ofClass }),
    ...(methods.length === 0 ? {} : { methods: Object.fromEntries(methods) }),
  };
  return { signature: { decorators }, diagnostics: [] };
}

/** The methods with a decorator of this package, nearest first; a method that is overridden is not listed. */
function methodsOf(
  lineage: readonly Ancestor[],
  view: ProjectView,
): readonly (readonly [string, MethodDecorators])[] {
  const seen = new Set<string>();
  return lineage.flatMap(({ node }) => {
    const methods = node.members.flatMap((member) => {
      const name = plainName(member.name);
      if (!ts.isMethodDeclaration(member) || isStatic(member) || member.body === undefined)
        return [];
      return name === undefined || seen.has(name) ? [] : [{ name, member }];
    });
    methods.forEach(({ name }) => seen.add(name));
    return methods.flatMap(({ name, member }) => {
      const decorators = decoratorsOfMethod(member, view);
      return decorators === undefined ? [] : [[name, decorators] as const];
    });
  });
}

function decoratorsOfMethod(
  node: ts.MethodDeclaration,
  view: ProjectView,
): MethodDecorators | undefined {
  const own = namesOf(node, OF_METHODS, view);
  const parameters = node.parameters
    .filter(({ name }) => !ts.isIdentifier(name) || name.text !== 'this')
    .map((parameter, index) => [String(index), namesOf(parameter, OF_PARAMETERS, view)] as const)
    .filter(([, names]) => names.length > 0);
  const all = [...own, ...parameters.flatMap(([, names]) => names)];
  if (!all.some(isOurs)) return undefined;
  return {
    ...(own.length === 0 ? {} : { own }),
    ...(parameters.length === 0 ? {} : { parameters: Object.fromEntries(parameters) }),
  };
}

function isOurs(name: string): boolean {
  return name !== 'other' && !OF_NEST.has(name);
}

function namesOf(node: ts.Node, known: ReadonlySet<string>, view: ProjectView): DecoratorNames {
  const all = ts.canHaveDecorators(node) ? (ts.getDecorators(node) ?? []) : [];
  return all.flatMap(({ expression }) => {
    const called = ts.isCallExpression(expression) ? expression.expression : expression;
    const symbol = view.resolve(called);
    const ours = view.ourName(symbol);
    if (ours !== undefined) return known.has(ours) ? [ours] : [];
    return [
      symbol !== undefined && isOfNest(symbol) && OF_NEST.has(symbol.name) ? symbol.name : 'other',
    ];
  });
}

function isOfNest({ declarations = [] }: ts.Symbol): boolean {
  return declarations.some((one) => one.getSourceFile().fileName.includes('/@nestjs/common/'));
}
