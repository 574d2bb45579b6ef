// An image with a bad size is refused, and its header is never freed.
// sanitizer: leak
// fails-with: stdin ""
#include <stdio.h>
#include <stdlib.h>

struct image {
    int width, height;
    unsigned char *pixels;
};

static struct image *read_image(void)
{
    struct image *image = malloc(sizeof *image); // expect: refuted leak
    if (!image)
        return NULL;
    image->width = getchar();
    image->height = getchar();
    if (image->width <= 0 || image->width > 4 || image->height <= 0 || image->height > 4)
        return NULL;
    image->pixels = calloc(image->width, image->height);
    return image;
}

int main(void)
{
    struct image *image = read_image();
    if (!image)
        return 1;
    free(image->pixels);
    free(image);
    return 0;
}
