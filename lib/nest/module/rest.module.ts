import {
  Inject,
  Module,
  type DynamicModule,
  type INestApplicationContext,
  type Provider,
} from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import {
  DESCRIBE_API,
  DESCRIBE_PREVIEW,
  REST_OPTIONS,
  type DescribePreview,
} from '../../routes/api-description.js';
import type { RestUser } from '../../routes/declaration/rest-types.js';
import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';
import { explorationDoors, FEATURES } from '../composition/feature.js';
import { EXPLORATION_DOORS } from '../doors.js';
import { ReadyApplication } from '../composition/ready-application.js';
import { FEATURE_LIST } from '../../features/features.js';
import { RouteRegistry } from '../exploration/explore-application.js';
import { RestApplication } from './rest-application.js';
import { describeApplication, RestRoutes } from './rest-routes.js';
import {
  REST_FEATURE,
  type RestFeatureOptions,
  type RestModuleAsyncOptions,
  type RestModuleOptions,
  type RestOptionsFactory,
} from '../options/rest-options.js';

/** Holds the namespace of the module that imports it. */
@Module({})
class RestFeatureModule {}

/**
 * Serves the decorated controllers of an application as REST routes. Import it once, in the root
 * module.
 *
 * @example
 * @Module({
 *   imports: [RestModule.forRoot({ namespace: 'acme' })],
 *   providers: [ItemsController, ItemsService],
 * })
 * export class AppModule {}
 */
@Module({})
export class RestModule {
  constructor(@Inject(RestApplication) private readonly application: RestApplication) {}

  /** @internal Nest calls it after it has created the providers, before it adds controllers and runs hooks. */
  configure(): Promise<void> {
    return this.application.createNeeded();
  }

  /** Serves the application's routes with these options; all of them have defaults. */
  static forRoot<User extends RestUser = RestUser>(
    options: RestModuleOptions<User> = {},
  ): DynamicModule {
    return restModule([{ provide: REST_OPTIONS, useValue: options }]);
  }

  /**
   * Serves the application's routes with options that are made by a factory or a class.
   *
   * @example
   * RestModule.forRootAsync({
   *   inject: [ConfigService],
   *   useFactory: (config: ConfigService) => ({ namespace: config.getOrThrow('NAMESPACE') }),
   * })
   * @throws InvalidArgumentException if none of `useFactory`, `useClass`, `useExisting` is given.
   */
  static forRootAsync(options: RestModuleAsyncOptions): DynamicModule {
    const module = restModule(asyncProviders(options));
    return { ...module, imports: [...(module.imports ?? []), ...(options.imports ?? [])] };
  }

  /**
   * Gives the controllers of the importing module their own namespace.
   *
   * @example
   * @Module({ imports: [RestModule.forFeature({ namespace: 'shop' })], providers: [OrdersController] })
   * export class ShopModule {}
   */
  static forFeature(options: RestFeatureOptions): DynamicModule {
    return {
      module: RestFeatureModule,
      providers: [{ provide: REST_FEATURE, useValue: options }],
      exports: [REST_FEATURE],
    };
  }
}

function restModule(providers: Provider[]): DynamicModule {
  return {
    module: RestModule,
    global: true,
    imports: [DiscoveryModule],
    providers: [
      ...providers,
      RouteRegistry,
      RestApplication,
      RestRoutes,
      ReadyApplication,
      { provide: FEATURES, useValue: FEATURE_LIST },
      { provide: EXPLORATION_DOORS, inject: [FEATURES], useFactory: explorationDoors },
      ...FEATURE_LIST.flatMap(({ providers: own }) => own ?? []),
      ...DESCRIPTIONS,
    ],
    exports: [
      REST_OPTIONS,
      DESCRIBE_API,
      RestRoutes,
      ...FEATURE_LIST.flatMap((feature) => feature.exports ?? []),
    ],
  };
}

/** The code for the preview mode is only loaded by the command line. */
const describePreview: DescribePreview<INestApplicationContext> = async (previewed) =>
  (await import('./describe-preview.js')).describePreview(previewed);

const DESCRIPTIONS: readonly Provider[] = [
  { provide: DESCRIBE_API, useValue: describeApplication },
  { provide: DESCRIBE_PREVIEW, useValue: describePreview },
];

function asyncProviders(options: RestModuleAsyncOptions): Provider[] {
  const { inject = [], useFactory, useClass, useExisting } = options;
  if (useFactory !== undefined) {
    return [{ provide: REST_OPTIONS, inject, useFactory: useFactory as () => unknown }];
  }
  const factory = useClass ?? useExisting;
  if (factory === undefined) {
    throw new InvalidArgumentException(
      'RestModule.forRootAsync: give useFactory, useClass or useExisting.',
    );
  }
  const options$: Provider = {
    provide: REST_OPTIONS,
    inject: [factory],
    useFactory: (maker: RestOptionsFactory) => maker.createRestOptions(),
  };
  return useClass === undefined ? [options$] : [options$, useClass];
}
