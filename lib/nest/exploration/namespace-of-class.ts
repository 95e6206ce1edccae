import type { ModulesContainer } from '@nestjs/core';
import { isNamespace } from '../../model/paths/namespace.js';
import { REST_FEATURE } from '../module/rest-feature.module.js';
import type { RestFeatureOptions } from '../options/rest-options.js';
import { findProvider, type FoundClass } from './container-view.js';
import { modulePathOf } from './module-path.js';

/**
 * The namespace that `RestModule.forFeature` gave to the module of a controller, or the default, below
 * the path of the module. It may be no namespace at all: a rule reports that.
 */
export function namespaceOfClass(
  modules: ModulesContainer,
  { module }: FoundClass,
  defaultNamespace: unknown,
): unknown {
  const feature = findProvider(module, REST_FEATURE)?.wrapper.instance as
    RestFeatureOptions | undefined;
  const namespace: unknown = feature?.namespace ?? defaultNamespace;
  const path = modulePathOf(modules, module);
  return path === '' || !isNamespace(namespace) ? namespace : `${path}/${namespace}`;
}
