import { HttpMethod, ListOf, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

/** @maxLength 5 */
type Title = string;

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(
    @ListOf('string') kept: Title[],
    @ListOf('string') union: (Title | boolean)[],
    @ListOf('string') nested: Title[][],
    @ListOf('string') whole: Title[] | boolean,
  ) {}
}

// RR2028 at 11:30
// RR2028 at 12:31
// RR2028 at 13:30
