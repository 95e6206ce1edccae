import { groupBy } from '../../shared/group-by.js';
import { layOutArguments } from './arguments/lay-out-arguments.js';
import type { ImportPaths } from './import-paths.js';
import type { ImportPlan } from './plan/import-plan.js';
import { sampleRequest } from './samples/sample-request.js';
import { argumentsSource } from './source/arguments-source.js';
import { controllerName, controllerSource } from './source/controller-source.js';
import { ImportLines } from './source/import-lines.js';
import { moduleSource } from './source/module-source.js';
import { specSource } from './source/spec-source.js';
import type { SourceContext } from './source/type-source.js';
import { nameTypes, type NamedType } from './typenames/name-types.js';

/** The files of a plan by their paths, as if there were none. */
export function freshFiles(plan: ImportPlan, paths: ImportPaths): ReadonlyMap<string, string> {
  const layouts = layOutArguments(plan);
  const names = nameTypes(layouts, []);
  const types = [...names.classes.values(), ...names.nodes.values()];
  const files = new Map(types.map((type) => [type.name, fileOf(type, paths)]));
  const contextOf = (path: string): SourceContext => ({
    imports: new ImportLines(path),
    names,
    fileOf: (name) => files.get(name) ?? paths.shared,
  });
  const texts = new Map<string, string>();
  for (const [path, declared] of groupBy(types, (type) => fileOf(type, paths))) {
    texts.set(path, argumentsSource(declared, contextOf(path)));
  }
  const classes = plan.controllers.map((controller) => {
    const file = paths.controller(controller.words);
    const name = controllerName(controller);
    const own = layouts.filter((layout) => layout.controller === controller);
    texts.set(file, controllerSource(controller, own, name, contextOf(file)));
    const spec = paths.spec(controller.words);
    const requests = controller.routes.flatMap((route) => sampleRequest(route) ?? []);
    texts.set(spec, specSource(name, new ImportLines(spec).specifierOf(file), requests));
    return { name, file };
  });
  const module = new ImportLines(paths.module);
  texts.set(paths.module, moduleSource(paths.moduleName, plan.namespace, classes, module));
  return texts;
}

function fileOf({ owner }: NamedType, paths: ImportPaths): string {
  return owner === undefined ? paths.shared : paths.arguments(owner);
}
