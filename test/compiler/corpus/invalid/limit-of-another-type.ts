import {
  HttpMethod,
  ListOf,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(@Param({ minLength: 1 }) n: int, @ListOf('string', { minItems: -1 }) s: string[]) {}
}

// RR1006 at 14:8
// RR1006 at 14:41
