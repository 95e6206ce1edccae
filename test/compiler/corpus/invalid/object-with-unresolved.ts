import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(item: { owner: Missing }, other: Partial<Missing>) {}
}

// RR2003 at 6:25
// RR2003 at 6:51
