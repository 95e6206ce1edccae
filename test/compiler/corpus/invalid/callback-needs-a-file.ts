import { Callback, HttpMethod, RestController, RestRoute, UploadedFile } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new Callback(Subject.mayCreate))
  create(cover: UploadedFile, title: string) {}

  static mayCreate(cover: string, title: UploadedFile): boolean {
    return true;
  }
}

// RR1011 at 8:20
// RR1011 at 8:35
