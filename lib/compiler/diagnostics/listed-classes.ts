import type { ProjectView } from '../program/project-view.js';
import { ts } from '../program/typescript.js';
import { literalProperty } from '../syntax/object-literal.js';
import { classesIn } from '../syntax/classes-in.js';

/** The classes that each `@Module` of the project lists by name, in the order in which they are mounted. */
export function listedClasses(view: ProjectView): readonly (readonly ts.ClassLikeDeclaration[])[] {
  return view.program
    .getSourceFiles()
    .filter((file) => view.isOfProject(file) && file.text.includes('@Module'))
    .flatMap(classesIn)
    .flatMap((node) => moduleOptions(node))
    .map((options) => ['providers', 'controllers'].flatMap((name) => listed(options, name, view)));
}

/** The object literal of each `@Module` on a class. */
function moduleOptions(node: ts.ClassLikeDeclaration): readonly ts.ObjectLiteralExpression[] {
  return (ts.getDecorators(node) ?? []).flatMap(({ expression }) => {
    if (!ts.isCallExpression(expression)) return [];
    const [options] = expression.arguments;
    const isModule =
      ts.isIdentifier(expression.expression) && expression.expression.text === 'Module';
    return isModule && options !== undefined && ts.isObjectLiteralExpression(options)
      ? [options]
      : [];
  });
}

/** Only classes that are listed by name: the value of any other expression is known only at startup. */
function listed(
  options: ts.ObjectLiteralExpression,
  name: string,
  view: ProjectView,
): readonly ts.ClassLikeDeclaration[] {
  const property = literalProperty(options, name);
  if (property === undefined || !ts.isPropertyAssignment(property)) return [];
  const { initializer } = property;
  if (!ts.isArrayLiteralExpression(initializer)) return [];
  return initializer.elements.filter(ts.isIdentifier).flatMap((element) => {
    const declaration = view.resolve(element)?.valueDeclaration;
    return declaration !== undefined && ts.isClassLike(declaration) ? [declaration] : [];
  });
}
