import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

type Json = string | number | Json[];

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(json: Json) {}
}

// RR2020 at 8:16
