/* saxpy by cuBLAS, a side of coop-bench graph --only saxpy, which runs this program where it stands beside it
 * and the device is a GPU (lab/bench/base/rival_process.h).
 *
 *   nvcc -O3 -arch=native -o saxpy_cuda lab/bench/graph/saxpy_cuda.cu -lcublas
 *   ./saxpy_cuda --serve --app saxpy --cells N --searches TIMES
 *
 * After "ready host" each line of the input is answered by how long so many calls took, one after the other,
 * to the end of the last one. Exit code: 0, 1 when a number was wrong or CUDA failed, 2 for nonsense on the
 * command line, 77 without a device. */
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <vector>

static const float factor = 0.37f;

struct bench {
    size_t cells;
    unsigned times;
    cublasHandle_t handle;
    float *x;
    float *y;
    std::vector<float> begin[2]; /* x and y */
    std::vector<float> seen;
};

/* Says where CUDA failed. */
static bool check(cudaError_t code, const char *doing)
{
    if (code != cudaSuccess) {
        fprintf(stderr, "saxpy_cuda: CUDA failed when %s: %s\n", doing, cudaGetErrorString(code));
    }
    return code == cudaSuccess;
}

static bool check(cublasStatus_t code, const char *doing)
{
    if (code != CUBLAS_STATUS_SUCCESS) {
        fprintf(stderr, "saxpy_cuda: cuBLAS failed when %s: code %d\n", doing, (int)code);
    }
    return code == CUBLAS_STATUS_SUCCESS;
}

static bool prepare(struct bench *bench)
{
    size_t bytes = bench->cells * sizeof(float);
    unsigned random = 1;

    bench->seen.resize(bench->cells);
    bench->begin[0].resize(bench->cells);
    bench->begin[1].resize(bench->cells);
    for (size_t i = 0; i < 2 * bench->cells; i++) {
        random = random * 1664525u + 1013904223u;
        bench->begin[i % 2][i / 2] = 1.0f + (float)(random >> 16) / 65536.0f;
    }
    return check(cudaMalloc(&bench->x, bytes), "taking memory") &&
           check(cudaMalloc(&bench->y, bytes), "taking memory") &&
           check(cublasCreate(&bench->handle), "opening cuBLAS") &&
           check(cudaMemcpy(bench->x, bench->begin[0].data(), bytes, cudaMemcpyHostToDevice), "writing x");
}

/* A product and a sum may be one rounding. */
static bool is_right(const struct bench &bench)
{
    for (size_t i = 0; i < bench.cells; i++) {
        double wanted = (double)bench.begin[1][i] + bench.times * (double)factor * (double)bench.begin[0][i];
        double difference = (double)bench.seen[i] - wanted;

        if (!(difference < 1e-5 * wanted && difference > -1e-5 * wanted)) {
            fprintf(stderr, "saxpy_cuda: number %zu is WRONG\n", i);
            return false;
        }
    }
    return true;
}

static bool take_turn(struct bench *bench, double *ms)
{
    size_t bytes = bench->cells * sizeof(float);

    if (!check(cudaMemcpy(bench->y, bench->begin[1].data(), bytes, cudaMemcpyHostToDevice), "writing y") ||
        !check(cudaDeviceSynchronize(), "writing y")) {
        return false;
    }
    std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
    for (unsigned i = 0; i < bench->times; i++) {
        if (!check(cublasSaxpy(bench->handle, (int)bench->cells, &factor, bench->x, 1, bench->y, 1),
                   "saxpy")) {
            return false;
        }
    }
    if (!check(cudaDeviceSynchronize(), "saxpy")) {
        return false;
    }
    *ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    return check(cudaMemcpy(bench->seen.data(), bench->y, bytes, cudaMemcpyDeviceToHost), "reading y") &&
           is_right(*bench);
}

static bool parse_number(const char *text, unsigned long most, unsigned long *number)
{
    char *end = NULL;

    *number = strtoul(text, &end, 10);
    return text[0] >= '0' && text[0] <= '9' && *end == '\0' && *number > 0 && *number <= most;
}

static bool parse(int count, char **arguments, struct bench *bench)
{
    bool is_served = false;
    unsigned long number = 0;

    for (int i = 1; i < count; i++) {
        bool has_value = i + 1 < count;

        if (strcmp(arguments[i], "--serve") == 0) {
            is_served = true;
        } else if (strcmp(arguments[i], "--app") == 0 && has_value &&
                   strcmp(arguments[i + 1], "saxpy") == 0) {
            i++;
        } else if (strcmp(arguments[i], "--cells") == 0 && has_value &&
                   parse_number(arguments[++i], 1ul << 30, &number)) {
            bench->cells = number;
        } else if (strcmp(arguments[i], "--searches") == 0 && has_value &&
                   parse_number(arguments[++i], 1000, &number)) {
            bench->times = (unsigned)number;
        } else {
            return false;
        }
    }
    return is_served && bench->cells > 0 && bench->times > 0;
}

int main(int count, char **arguments)
{
    struct bench bench = {};
    char line[64];
    int devices = 0;
    double ms = 0;

    if (!parse(count, arguments, &bench)) {
        fprintf(stderr, "Usage: saxpy_cuda --serve --app saxpy --cells N --searches TIMES\n");
        return 2;
    }
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
        fprintf(stderr, "saxpy_cuda: CUDA finds no device\n");
        return 77;
    }
    if (!prepare(&bench)) {
        return 1;
    }
    printf("ready host\n");
    fflush(stdout);
    while (fgets(line, sizeof line, stdin) != NULL) {
        if (!take_turn(&bench, &ms)) {
            return 1;
        }
        printf("cuBLAS\t1\t%.6f\n\n", ms);
        fflush(stdout);
    }
    return 0;
}
