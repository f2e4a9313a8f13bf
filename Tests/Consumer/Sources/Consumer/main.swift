import Easel

print("consumer")
