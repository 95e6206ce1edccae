import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

type Category = { name: string; parent: Category | null };

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(category: Category) {}
}

// RR2020 at 3:41
