import { decoratorsOf } from '../syntax/our-decorators.js';
import type { ProjectView } from '../program/project-view.js';
import { ts } from '../program/typescript.js';

/** What one member of a class says of the class. */
interface PropertyTraits {
  /** A method, an accessor, a function, or a member that is not public. */
  readonly isBehaviour: boolean;
  /** Nest injects it. */
  readonly isInjected: boolean;
  /** Described by `@Param`, `@ListOf` or class-validator, or filled by nothing but a request. */
  readonly isValue: boolean;
}

/** The members of a class as the checker knows them: inherited ones and those of `PartialType` too. */
export function propertyTraits(symbol: ts.Symbol, view: ProjectView): readonly PropertyTraits[] {
  const { checker } = view;
  return checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol)).map((property) => {
    const declaration = property.valueDeclaration;
    if (declaration !== undefined) view.visit(declaration);
    const decorators = declaration === undefined ? [] : foreignDecorators(declaration, view);
    const isDescribed =
      decorators.some(({ file }) => CLASS_VALIDATOR.test(file)) ||
      (declaration !== undefined && decoratorsOf(declaration, view).ours.length > 0);
    const isInitialized =
      declaration !== undefined &&
      ts.isPropertyDeclaration(declaration) &&
      declaration.initializer !== undefined;
    return {
      isBehaviour: isBehaviour(property, declaration, checker),
      isInjected: decorators.some(({ name, file }) => name === 'Inject' && NEST.test(file)),
      isValue: isDescribed || !isInitialized,
    };
  });
}

const CLASS_VALIDATOR = /\/node_modules\/class-validator\//;
const NEST = /\/node_modules\/@nestjs\/common\//;
const NOT_PUBLIC = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;

function isBehaviour(
  property: ts.Symbol,
  declaration: ts.Declaration | undefined,
  checker: ts.TypeChecker,
): boolean {
  if ((property.flags & (ts.SymbolFlags.Method | ts.SymbolFlags.Accessor)) !== 0) return true;
  if (checker.getTypeOfSymbol(property).getCallSignatures().length > 0) return true;
  if (declaration === undefined) return false;
  const name = ts.getNameOfDeclaration(declaration);
  if (name !== undefined && ts.isPrivateIdentifier(name)) return true;
  return (ts.getCombinedModifierFlags(declaration) & NOT_PUBLIC) !== 0;
}

/** The decorators of a member, by the name and the file of what they call. */
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
