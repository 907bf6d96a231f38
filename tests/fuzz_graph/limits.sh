# The fuzzer's limits, for short.sh and run. No allocation above 512 MB: 64 KB of a file are a few MB of text
# when they are compressed, and take a few times that as a graph.
fuzz_limits="-malloc_limit_mb=512 -rss_limit_mb=2048 -max_len=4096"
