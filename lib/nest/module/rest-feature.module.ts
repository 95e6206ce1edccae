import { Module } from '@nestjs/common';

/** The token under which a module's own namespace is provided. */
export const REST_FEATURE = Symbol.for('nestjs-rest-routes.feature');

/** Carries the namespace of the module that imports it. */
@Module({})
export class RestFeatureModule {}
