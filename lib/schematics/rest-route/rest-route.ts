import { posix } from 'node:path';
import type { Rule, Tree } from '@angular-devkit/schematics';
import { SchematicsException } from '../devkit.js';
import { withSlashes } from '../../shared/with-slashes.js';
import { ts } from '../../compiler/program/typescript.js';
import { insert, parse, withEdits, withImports } from '../../compiler/syntax/text-edits.js';
import { elementOf, type ElementOptions } from '../rest-element/rest-element.js';
import { formatted } from '../source/formatted.js';
import { PACKAGE } from '../source/project.js';

/** The options of `rest-route`. The name is that of the controller and of the method to add: `items/publish`. */
export interface RouteOptions extends Pick<ElementOptions, 'name' | 'path' | 'sourceRoot'> {
  readonly method?: string;
  readonly routePath?: string;
  readonly capability?: string;
}

const IMPORTS = ['Capability', 'HttpMethod', 'RestRoute'].map((name) => ({
  name,
  module: PACKAGE,
}));

/** `nest generate -c nestjs-rest-routes rest-route items/publish` */
export function restRoute(options: RouteOptions): Rule {
  return formatted((tree) => {
    const { dir, base: methodName } = posix.parse(withSlashes(options.name));
    if (dir === '' || !/^[a-z_$][\w$]*$/i.test(methodName)) {
      throw new SchematicsException(
        `"${options.name}" names no controller and method; write items/publish.`,
      );
    }
    const { file, folder } = elementOf({ ...options, name: dir });
    const path = controllerPath(tree, file, folder);
    const route = routeText(options, methodName, file);
    const text = withMember(tree.readText(path), route, path);
    tree.overwrite(path, withImports(text, IMPORTS));
  });
}

/** The file of a controller, in a folder of its own or in the folder above. */
function controllerPath(tree: Tree, file: string, folder: string): string {
  const candidates = [folder, posix.dirname(folder)].map((at) =>
    posix.join(at, `${file}.controller.ts`),
  );
  const path = candidates.find((candidate) => tree.exists(candidate));
  if (path !== undefined) return path;
  throw new SchematicsException(`There is no controller at ${candidates.join(' or ')}.`);
}

function routeText(options: RouteOptions, methodName: string, file: string): string {
  const { method = 'Get', routePath = `/${methodName}` } = options;
  const { capability = `${methodName}_${file}` } = options;
  return `
  @RestRoute('${routePath}', HttpMethod.${method}, new Capability('${capability}'))
  ${methodName}(): void {}
`;
}

/**
 * Adds a member at the end of the class with `@RestController`.
 *
 * @throws SchematicsException if the source has no such class.
 */
export function withMember(text: string, member: string, path: string): string {
  const controller = parse(text)
    .statements.filter(ts.isClassDeclaration)
    .find((one) => ts.getDecorators(one)?.some(isController));
  if (controller === undefined) {
    throw new SchematicsException(`${path} has no class with @RestController.`);
  }
  return withEdits(text, [insert(controller.getEnd() - 1, member)]);
}

function isController(decorator: ts.Decorator): boolean {
  return decorator.getText().startsWith('@RestController(');
}
