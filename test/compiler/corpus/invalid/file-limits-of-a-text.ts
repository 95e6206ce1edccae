import { HttpMethod, Param, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(
    @Param({ maxSize: '10 MiB' }) title: string,
    @Param({ mediaTypes: ['image/png'] }) tags: string[],
  ) {}
}

// RR1006 at 7:5
// RR1006 at 8:5
