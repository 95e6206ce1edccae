import type { ProjectView } from '../program/project-view.js';
import { ts } from '../program/typescript.js';
import { isPublic } from '../syntax/nodes.js';
import { decoratorsOf } from '../syntax/our-decorators.js';

/** What one member shows about the purpose of its class. */
interface PropertyTraits {
  /** A method, an accessor, a function, or a member that is not public. */
  readonly isBehaviour: boolean;
  /** Nest injects it. */
  readonly isInjected: boolean;
  /** Described by `@Param`, `@ListOf` or class-validator, or filled only by a request. */
  readonly isValue: boolean;
}

/** The members of a class as the checker knows them: inherited ones and those of `PartialType` too. */
export function propertyTraits(symbol: ts.Symbol, view: ProjectView): readonly PropertyTraits[] {
  const { checker } = view;
  const properties = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol));
  return properties.map((property) => traitsOf(property, view));
}

function traitsOf(property: ts.Symbol, view: ProjectView): PropertyTraits {
  const { valueDeclaration: declaration } = property;
  if (declaration === undefined) {
    return { isBehaviour: isFunction(property, view.checker), isInjected: false, isValue: true };
  }
  view.visit(declaration);
  const decorators = foreignDecorators(declaration, view);
  const isDescribed =
    decorators.some(({ file }) => CLASS_VALIDATOR.test(file)) ||
    decoratorsOf(declaration, view).ours.length > 0;
  return {
    isBehaviour: isFunction(property, view.checker) || !isPublic(declaration),
    isInjected: decorators.some(({ name, file }) => name === 'Inject' && NEST.test(file)),
    isValue: isDescribed || !isInitialized(declaration),
  };
}

const CLASS_VALIDATOR = /\/node_modules\/class-validator\//;
const NEST = /\/node_modules\/@nestjs\/common\//;

function isFunction(property: ts.Symbol, checker: ts.TypeChecker): boolean {
  const isMethod = (property.flags & (ts.SymbolFlags.Method | ts.SymbolFlags.Accessor)) !== 0;
  return isMethod || checker.getTypeOfSymbol(property).getCallSignatures().length > 0;
}

function isInitialized(declaration: ts.Declaration): boolean {
  return ts.isPropertyDeclaration(declaration) && declaration.initializer !== undefined;
}

/** The decorators of a member: the name of the called function and the file that declares it. */
function foreignDecorators(
  declaration: ts.Declaration,
  view: ProjectView,
): readonly { readonly name: string; readonly file: string }[] {
  const decorators = ts.canHaveDecorators(declaration) ? ts.getDecorators(declaration) : undefined;
  return (decorators ?? []).flatMap(({ expression }) => {
    const callee = ts.isCallExpression(expression) ? expression.expression : expression;
    const symbol = view.resolve(callee);
    const file = symbol?.declarations?.[0]?.getSourceFile().fileName;
    return symbol === undefined || file === undefined ? [] : [{ name: symbol.name, file }];
  });
}
