import type {
  CanActivate,
  DynamicModule,
  ExceptionFilter,
  ExecutionContext,
  INestApplication,
  NestApplicationOptions,
  NestInterceptor,
  PipeTransform,
  Provider,
  Type,
} from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { FastifyInstance } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Random } from './random.js';
import type { Recorder } from './recorder.js';

export type AdapterName = 'express' | 'fastify';

/** Where a part is bound. */
export type Place =
  /** `main.ts`: `app.use`, `app.useGlobalGuards`, hooks, settings. */
  | 'application'
  /** `main.ts`, for the paths of the controllers. */
  | 'path'
  /** A module: `configure`, `APP_GUARD` and the like. */
  | 'module'
  /** `configure`, for the paths of the controllers. */
  | 'module-path'
  /** `configure`, for these paths and one method. */
  | 'module-method'
  | 'class'
  | 'method'
  | 'parameter';

/** What a part may use. */
export interface Kit {
  readonly adapter: AdapterName;
  /** The name of the part within the application, for its entries. */
  readonly name: string;
  readonly random: Random;
  readonly recorder: Recorder;
  /** The path below which the handlers are that get requests. */
  readonly subject: string;
  /** The same path, as `forRoutes` of a module names it: without the global prefix. */
  readonly subjectInModules: string;
  /** Notes what a part sees. */
  saw(point: string, request: unknown, response: unknown, more?: object): void;
  see(point: string, context: ExecutionContext, more?: object): void;
  /** Whether a request wants what the part does only for some. */
  isMeant(request: unknown): boolean;
  /** Work that takes a turn of the event loop, or some. */
  pause(): Promise<void>;
}

export type Middleware = (
  request: ExpressRequest,
  response: ExpressResponse,
  next: (error?: unknown) => void,
) => unknown;

/** The request that middleware gets: on Fastify, it has only what Node gives it. */
export interface ExpressRequest extends IncomingMessage {
  body?: unknown;
  query: Record<string, unknown>;
  params: Record<string, string>;
  originalUrl: string;
  user?: unknown;
  rawBody?: Buffer;
}

export interface ExpressResponse extends ServerResponse {
  locals: Record<string, unknown>;
  status(code: number): this;
  json(data: unknown): this;
  send(data: unknown): this;
  set(name: string, value: string): this;
  append(name: string, value: string): this;
  vary(name: string): this;
  cookie(name: string, value: string, options?: object): this;
  redirect(status: number, url: string): void;
}

/** What a part consists of. Each piece is bound where the part is; settings are of the application. */
export interface Pieces {
  readonly middleware?: Middleware | readonly Middleware[];
  readonly guard?: Type<CanActivate>;
  readonly interceptor?: Type<NestInterceptor>;
  readonly filter?: Type<ExceptionFilter>;
  readonly pipe?: Type<PipeTransform> | PipeTransform;
  /** A decorator of the class or the method. */
  readonly decorator?: ClassDecorator & MethodDecorator;
  /** What a parameter decorator gives the handlers. */
  readonly parameter?: (data: unknown, context: ExecutionContext) => unknown;
  readonly imports?: readonly (DynamicModule | Type)[];
  readonly providers?: readonly Provider[];
  readonly controllers?: readonly Type[];
  /** For `NestFactory.create`. */
  readonly create?: NestApplicationOptions;
  /** For the constructor of `FastifyAdapter`. */
  readonly fastify?: object;
  /** For `RestModule.forRoot`. */
  readonly express?: (app: NestExpressApplication) => void | Promise<void>;
  readonly hooks?: (instance: FastifyInstance, app: INestApplication) => void | Promise<void>;
  readonly configure?: (app: INestApplication) => void | Promise<void>;
  /** After `app.init()`, before the server listens. */
  readonly afterInit?: (app: INestApplication) => void | Promise<void>;
}

export interface Part {
  readonly name: string;
  /** Both without it. */
  readonly on?: AdapterName;
  /** Where it may be bound; `application` without it. */
  readonly places?: readonly Place[];
  /** Of parts with the same key, an application has one. */
  readonly only?: string;
  readonly make: (kit: Kit) => Pieces;
}

/** Types a part; the text of the call is what a report prints. */
export const part = (definition: Part): Part => definition;

export const isFastify = ({ adapter }: { readonly adapter: AdapterName }): boolean =>
  adapter === 'fastify';

export const MIDDLEWARE_PLACES: readonly Place[] = [
  'application',
  'path',
  'module',
  'module-path',
  'module-method',
];

export const ENHANCER_PLACES: readonly Place[] = ['application', 'module', 'class', 'method'];
