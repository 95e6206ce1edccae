import {
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { startRoutes, type AdapterName, type TestApplication } from '../../support/application.js';

const open = new PublicAccess();
const both = [HttpMethod.Get, HttpMethod.Post] as const;

@RestController('v1')
class MixedController {
  @RestRoute('/a/{a}-{b}-{c}', [...both], open)
  three(a: string, b: string, c: string): void {}
  @RestRoute('/b/{a}.{b}ab{c}-{d}', [...both], open)
  four(a: string, b: string, c: string, d: string): void {}
  @RestRoute('/c/{a}-{b}{c}', [...both], open)
  numbers(a: int, b: int, c: int): void {}
  @RestRoute('/d/{kind}{a}-{b}x', [...both], open)
  kinds(kind: 'a' | 'aa' | 'aaa', a: string, b: string): void {}
  @RestRoute('/{a}/{b}/{c}', [...both], open)
  deep(a: string, b: string, c: string): void {}
  @RestRoute('/{a}/a/{c}', [...both], open)
  between(a: string, c: int): void {}
  @RestRoute('/e/{path}/a/{a}', [...both], open)
  around(@Param({ match: '[^:]+' }) path: string, a: string): void {}
  @RestRoute('/e/{path}', [...both], open)
  spanning(@Param({ match: '([^:]+(?:/[^:]+)?)[/\\w-]+' }) path: string): void {}
}

/** An application with every kind of segment. */
export function startRouting(adapter: AdapterName): Promise<TestApplication> {
  return startRoutes([MixedController], { adapter });
}
