import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

interface Deep<T> {
  value: T;
  deep: Deep<T[]>;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(deep: Deep<string>) {}
}

// RR2021 at 5:9
