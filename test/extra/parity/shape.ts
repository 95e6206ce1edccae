import type { PipeTransform, Type } from '@nestjs/common';
import type { Random } from './random.js';
import type { Recorder } from './recorder.js';
import type { Sent } from './sent.js';

/** What a shape of handlers may use. */
export interface ShapeKit {
  readonly recorder: Recorder;
  /** The first segment of the path: of what gets the requests, or of what stands beside it. */
  readonly version: string;
  /** For `@Controller` of a plain controller that is written by hand. */
  readonly plainPath: string;
  /** Makes a parameter of the handlers what parts say. */
  readonly Extra: () => ParameterDecorator;
  /** The pipes of parameters. */
  readonly pipes: readonly PipeTransform[];
}

/** A class of handlers, as a class of routes and as a plain controller. */
export interface Shape {
  readonly name: string;
  readonly make: (kit: ShapeKit) => Handlers;
  /** Requests to it, as method, target below the class and the rest. */
  readonly request: (random: Random) => Draft;
}

export interface Handlers {
  readonly routes: Type;
  /** Made of the routes without it. */
  readonly plain?: Type;
  readonly providers?: readonly Type[];
}

/** A request before its path is known: `path` begins below that of the class. */
export type Draft = Pick<Sent, 'method' | 'path'> & Partial<Sent>;
