// The middle index of a cube leaves its plane but not the cube.
// sanitizer: undefined
#include <string.h>

int main(void)
{
    unsigned char cube[4][3][2];
    memset(cube, 1, sizeof cube);
    int visited = 0;
    for (int x = 0; x < 4; x++)
        for (int y = 0; y < 4; y++)
            for (int z = 0; z < 2; z++)
                visited += cube[x][y][z]; // expect: refuted inner-bounds
    return visited == 24 ? 0 : 1;
}
