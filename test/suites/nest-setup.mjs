// Runs ahead of each file of Nest's tests: the first module of every application imports RestModule.
import 'reflect-metadata';
import { DependenciesScanner } from '@nestjs/core/internal';
import { RestModule } from '../../lib/index.js';

const { scan } = DependenciesScanner.prototype;

DependenciesScanner.prototype.scan = function (root, options) {
  return scan.call(this, withRestModule(root), options);
};

/** The class keeps its identity: tests ask for it. */
function withRestModule(root) {
  const rest = RestModule.forRoot({ namespace: 'suite' });
  if (typeof root === 'function') {
    const imports = Reflect.getMetadata('imports', root) ?? [];
    const isThere = imports.some((one) => one?.module === RestModule);
    if (!isThere) Reflect.defineMetadata('imports', [...imports, rest], root);
    return root;
  }
  return { ...root, imports: [...(root.imports ?? []), rest] };
}
