import { HttpMethod, Param, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

/** @pattern ^a */
type Title = string;

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(
    @Param({ maxLength: 5 }) @Param({ maxLength: 6 }) a: string,
    @Param({ pattern: 'b$' }) b: Title,
  ) {}
}

// RR1049 at 10:5
// RR1050 at 11:5
