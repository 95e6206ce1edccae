// Runs ahead of each file of Nest's tests: the first module of every application imports RestModule and a module with
// two routes, so that all that routes mount is beside the application.
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { DependenciesScanner } from '@nestjs/core/internal';
import { appendFileSync } from 'node:fs';
import {
  Cache,
  Capability,
  PublicAccess,
  RestController,
  RestModule,
  RestRoute,
} from '../../../dist/index.js';

class ProbeController {
  onApplicationBootstrap() {
    appendFileSync(process.env['SUITE_COUNT'], '.');
  }

  read() {
    return { probe: true };
  }

  write() {
    return { probe: true };
  }
}

// By hand: nothing compiles this file.
decorate('read', RestRoute('/probe', 'GET', new PublicAccess()), Cache({ ttl: '1m' }));
decorate('write', RestRoute('/probe', 'POST', new Capability('probe')));
RestController('v1')(ProbeController);

class ProbeModule {}
Module({ providers: [ProbeController] })(ProbeModule);

const { scan } = DependenciesScanner.prototype;

DependenciesScanner.prototype.scan = async function (root, options) {
  const added = [RestModule.forRoot({ namespace: 'suite' }), ProbeModule];
  if (typeof root !== 'function') {
    const imports = [...(root.imports ?? []), ...added];
    return scan.call(this, { ...root, imports }, options);
  }
  // The class keeps its identity, because tests ask for it. Another application may import it into another root.
  const imports = Reflect.getOwnMetadata('imports', root);
  Reflect.defineMetadata('imports', [...(imports ?? []), ...added], root);
  try {
    return await scan.call(this, root, options);
  } finally {
    if (imports === undefined) Reflect.deleteMetadata('imports', root);
    else Reflect.defineMetadata('imports', imports, root);
  }
};

function decorate(name, ...decorators) {
  const { prototype } = ProbeController;
  const descriptor = Object.getOwnPropertyDescriptor(prototype, name);
  for (const one of decorators) one(prototype, name, descriptor);
}
